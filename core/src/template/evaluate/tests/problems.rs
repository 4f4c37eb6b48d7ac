//! Problems of code, at the token of the template.

use super::*;

#[test]
fn every_undefined_name_is_reported_at_its_own_column() {
    check(
        r#"
        #@ missing1
        kind: Deployment
        metadata:
          enabled: #@ true
          labels: #@ missing2 + strr(1)
        "#,
        expect![[r#"
            === main.yml
            #@ missing1
            #  ^^^^^^^^ template-name: `missing1` is not defined
            kind: Deployment
            metadata:
              enabled: #@ true
            #             ^^^^ template-name: `true` is not defined / hint: write `True`
              labels: #@ missing2 + strr(1)
            #            ^^^^^^^^ template-name: `missing2` is not defined
            #                       ^^^^ template-name: `strr` is not defined / hint: did you mean `str`?
        "#]],
    );
}

#[test]
fn an_error_stands_at_its_token_with_the_calls_that_led_there() {
    check(
        r#"
        #@ def inner(x):
        #@   return 1 + x
        #@ end
        #@ def outer():
        value: #@ inner("a")
        #@ end
        ---
        name: #@ outer()
        "#,
        expect![[r#"
            === main.yml
            #@ def inner(x):
            #@   return 1 + x
            #           ^^^^^ template-failure: `+` cannot be applied to int and string
            #@ end
            #@ def outer():
            value: #@ inner("a")
            #         ^^^^^^^^^^ (called from here, in `outer`)
            #@ end
            ---
            name: #@ outer()
            #        ^^^^^^^ (called from here)
        "#]],
    );
}
