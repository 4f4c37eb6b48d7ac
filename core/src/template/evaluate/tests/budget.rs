//! Code that takes more than it may.

use super::*;

/// The picture of an evaluation with small limits, run where the stack is large.
#[track_caller]
fn check_limited(fixture: &str, limits: Limits, expected: Expect) {
    let job = job(fixture, None);
    let job = Arc::new(Job { limits, ..(*job).clone() });
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(move || picture(&job));
    expected.assert_eq(&thread.unwrap().join().unwrap());
}

#[test]
fn an_endless_loop_ends_at_its_line() {
    check_limited(
        r#"
        #@ def busy():
        #@   for i in range(1000000000):
        #@     x = i
        #@   end
        #@   return x
        #@ end
        name: #@ busy()
        "#,
        Limits { steps: 100_000, ..Limits::default() },
        expect![[r#"
            === main.yml
            #@ def busy():
            #@   for i in range(1000000000):
            #@     x = i
            #@   end
            #^^^^^^^ evaluation-budget: The template code takes more steps than it may / expected: at most 100000 steps / hint: if this is meant, raise `steps` in the section `evaluation` of sayl.toml
            #@   return x
            #@ end
            name: #@ busy()
        "#]],
    );
}

#[test]
fn endless_recursion_ends() {
    check_limited(
        r#"
        #@ def f(x): return f(x + 1)
        name: #@ f(1)
        "#,
        Limits { call_depth: 100, ..Limits::default() },
        expect![[r#"
            === main.yml
            #@ def f(x): return f(x + 1)
            #                   ^^^^^^^^ evaluation-budget: Calls nest deeper than they may / expected: at most 100 calls / hint: if this is meant, raise `depth` in the section `evaluation` of sayl.toml
            name: #@ f(1)
            #        ^^^^ (called from here)
        "#]],
    );
}

#[test]
fn a_heap_that_grows_is_stopped() {
    check_limited(
        r#"
        #@ list = []
        #@ for i in range(1000000000):
        #@   list.append([i] * 100)
        #@ end
        name: #@ list
        "#,
        Limits { heap_bytes: 8 << 20, ..Limits::default() },
        expect![[r#"
            === main.yml
            #@ list = []
            #@ for i in range(1000000000):
            #@   list.append([i] * 100)
            #^^^^^^^^^^^^^^^^^^^^^^^^^^ evaluation-budget: The template code needs more memory than it may / expected: at most 8 MB / hint: if this is meant, raise `memory-mb` in the section `evaluation` of sayl.toml
            #@ end
            name: #@ list
        "#]],
    );
}

#[test]
fn an_evaluation_that_nobody_wants_any_more_ends() {
    let job = job("#@ for i in range(1000000000):\n#@   x = i\n#@ end\nname: #@ x\n", None);
    let watch = Watch::new();
    watch.cancel.cancel();
    let evaluated = Evaluator::new(None).evaluate(&job, &watch);
    assert!(!evaluated.is_complete);
    let [problem] = &evaluated.problems[..] else { panic!("{:?}", evaluated.problems) };
    assert_eq!(problem.code, crate::problem::Code::EvaluationBudget);
}

#[test]
fn the_watch_knows_the_line_that_runs() {
    let lines = Arc::new(std::sync::Mutex::new(Vec::new()));
    let reported = lines.clone();
    let watch = Watch::new().traced(move |file, line| reported.lock().unwrap().push((file.0, line)));
    let job = job(
        r#"
        #- /main.yml
        #@ load("f.star", "f")
        name: #@ f()
        #- /f.star
        def f():
            x = 1
            return x
        end
        "#,
        None,
    );
    assert!(Evaluator::new(None).evaluate(&job, &watch).is_complete);
    assert_eq!(*lines.lock().unwrap(), [(0, 0), (1, 0), (0, 1), (1, 1), (1, 2), (0, 1)]);
}
