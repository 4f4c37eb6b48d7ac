//! The engine of sayl as a module of WebAssembly, for pages and editors in a browser: JSON in, JSON out.
//!
//! Whoever loads it writes a request in UTF-8 where [`sayl_request`] says, calls [`sayl_answer`], and reads the answer
//! where [`sayl_answer_text`] says. What can be asked stands in `protocol.rs`. The module imports nothing.
//!
//! Template code is evaluated within the request that needs it, so nobody watches the clock, nor the memory between two
//! steps: steps are limited, the module has a greatest memory, and whoever loads it runs it in a worker that can be
//! ended. What it says of files is what `sayl check` says of them.

#![expect(unsafe_code, reason = "a name that is exported must be unique, which the compiler cannot know")]

use std::cell::RefCell;

mod answers;
mod beside;
mod files;
mod place;
mod protocol;
mod session;

#[cfg(test)]
mod tests;

use session::WebSession;

/// The module is asked by one thread.
#[derive(Default)]
struct Module {
    request: Vec<u8>,
    answer: String,
    session: WebSession,
}

thread_local! { static MODULE: RefCell<Module> = RefCell::default(); }

/// Makes room for a request of so many bytes, and says where. It stays there until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn sayl_request(length: usize) -> *mut u8 {
    MODULE.with_borrow_mut(|module| {
        module.request = vec![0; length];
        module.request.as_mut_ptr()
    })
}

/// Does what the request asks for, and says how many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn sayl_answer() -> usize {
    MODULE.with_borrow_mut(|module| {
        let request = std::mem::take(&mut module.request);
        module.answer = protocol::answer(&mut module.session, &request);
        module.answer.len()
    })
}

/// Where the answer is. It stays there until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn sayl_answer_text() -> *const u8 {
    MODULE.with_borrow(|module| module.answer.as_ptr())
}

/// Nothing of sayl is random; what asks for it is linked and not called.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
#[unsafe(no_mangle)]
unsafe extern "Rust" fn __getrandom_v03_custom(_to: *mut u8, _length: usize) -> Result<(), getrandom::Error> {
    Err(getrandom::Error::UNSUPPORTED)
}
