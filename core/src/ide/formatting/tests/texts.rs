//! Scalars over several lines: they move, and their content stays.

use expect_test::expect;

use super::{check, check_stays};

#[test]
fn block_scalars_move_with_their_keys_and_keep_their_content() {
    check(
        "\
a:
    b: |
         one

           two  
       
    c: >-
      three


      four
    d: |2
        five
x:
  y: 1
z:
  y: 1
",
        &expect![[r#"
            a:
              b: |
                   one

                     two  

              c: >-
                three


                four
              d: |2
                  five
            x:
              y: 1
            z:
              y: 1
        "#]],
    );
}

#[test]
fn blank_lines_that_are_content_stay() {
    check_stays("a: |+\n  x\n\n\n\nb: 1\n");
    check_stays("a: |\n  x\n   \n\nb: 1\n");
    check_stays("a: |+\n  x\n\n\n");
    check_stays("a: |\n  x");
    check_stays("a: |\n\n\n\nb: |+\n\n\n");
    check("a: |\n  x\n\n\n\nb: 1\n\n\n", &expect!["a: |\n  x\n\nb: 1\n"]);
}

#[test]
fn scalars_over_several_lines_keep_their_line_breaks() {
    check(
        "a:\n    b: one  \n      two\n\n\n      three  \n    c: \"four  \n\n\n     five\"  \n    d:\n          six\n        seven\nx:\n  y: 1\nz:\n  y: 1\n",
        &expect![[r#"
            a:
              b: one  
                two


                three
              c: "four  


               five"
              d:
                six
                seven
            x:
              y: 1
            z:
              y: 1
        "#]],
    );
}

#[test]
fn text_templates_keep_every_blank() {
    check_stays("#@yaml/text-templated-strings\na: |\n  (@ if True: @)  \n   x\n  (@ end @)\n");
}
