//! Prints every problem code and every annotation with the project that shows it, as JSON. The site is built from it.

fn main() {
    println!("{:#}", sayl_tests::reference::reference());
}
