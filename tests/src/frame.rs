//! Messages as the protocol frames them: a header that says how many bytes follow, and those.

use std::io::BufRead;

/// The body of the next message; `None` at the end of the output.
///
/// # Panics
/// When the length is no number.
pub fn read_body(output: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut length = 0;
    let mut line = String::new();
    loop {
        line.clear();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line == "\r\n" {
            break;
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().expect("a length is a number");
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    Some(body)
}
