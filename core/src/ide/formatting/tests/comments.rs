//! Where comments go: template code and annotations at their nodes, others at the level they are written at.

use expect_test::expect;

use super::{check, check_stays};

#[test]
fn code_and_annotations_stand_at_their_nodes() {
    check(
        "\
#@ def labels():
#@   x = 1
app: a
#@ end
a:
#@ if/end True:
    b: 1
#@schema/desc \"x\"
    c:
        #@ for i in range(2):
    - d: #@ i
#@overlay/remove
      e: 1
        #@ end
",
        &expect![[r#"
            #@ def labels():
            #@   x = 1
            app: a
            #@ end
            a:
                #@ if/end True:
                b: 1
                #@schema/desc "x"
                c:
                #@ for i in range(2):
                - d: #@ i
                  #@overlay/remove
                  e: 1
                #@ end
        "#]],
    );
}

#[test]
fn the_end_of_a_block_stands_below_its_beginning() {
    check(
        "\
a:
#@ if True:
  b: 1
#@ elif False:
  b: 2
#@ else:
  b:
    c: 3
#@ y = 2
#@ end
d: 4
",
        &expect![[r#"
            a:
              #@ if True:
              b: 1
              #@ elif False:
              b: 2
              #@ else:
              b:
                c: 3
              #@ y = 2
              #@ end
            d: 4
        "#]],
    );
}

#[test]
fn comments_for_people_keep_to_the_level_they_are_written_at() {
    check_stays("a:\n    b: 1\n    #! of b\n#! of c\nc:\n    d: 1\n    #! the end\n#! of nothing\n");
    check_stays("c:\n    d:\n    - e: 1\n      #! f: 2\n    #! - g\n    h: 1\n");
    check(
        "a:\n    b: 1\n    #! of b\n  #! still inside a\n",
        &expect![[r#"
        a:
            b: 1
            #! of b
        #! still inside a
    "#]],
    );
}

#[test]
fn a_comment_below_a_key_stands_at_its_first_child() {
    check(
        "a:\n# x\n   # y\n  b: 1\nc:\n  # z\n  - d\n",
        &expect![[r#"
        a:
          # x
          # y
          b: 1
        c:
          # z
          - d
    "#]],
    );
}

#[test]
fn comments_behind_values_keep_their_distance() {
    check_stays("a: 1    # x\nbc: 2   #! y\nd:      #@ 1 + 1\n");
}

#[test]
fn comments_in_brackets_move_with_the_brackets() {
    check(
        "a:\n   b: [\n     # one\n     1,   # two\n     #@schema/nullable\n     2]\nc:\n  d: 1\ne:\n  d: 1\n",
        &expect![[r#"
            a:
              b: [
                # one
                1,   # two
                #@schema/nullable
                2]
            c:
              d: 1
            e:
              d: 1
        "#]],
    );
}

#[test]
fn a_text_of_template_code_keeps_its_blanks() {
    check_stays("#@ x = \"\"\"  \n#@ y  \n#@ \"\"\"\na: #@ x\n");
}

#[test]
fn a_tab_stays_where_it_is_a_part_of_a_name() {
    check_stays("a: 1\n#@schema/nullable\t\nb: 1 #@schema/x\t\n");
    check(
        "#! c\t\n#@schema/desc \"x\"\t\na: 1 #! d \t\n",
        &expect![[r#"
        #! c
        #@schema/desc "x"
        a: 1 #! d
    "#]],
    );
}
