//! Bodies of frames read as messages of JSON-RPC. What is none gets the answer that the protocol has for it.

use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Id, Request, Response};

/// A message of the client.
pub(crate) enum Message {
    /// It asks or tells something.
    Request(Request),
    /// It answers.
    Response(Response),
    /// Nothing that the protocol knows; this is the answer to it.
    Unreadable(Response),
}

/// Reads the body of a frame; there is none where its headers could not be read.
pub(crate) fn read_message(body: Option<&[u8]>) -> Message {
    let Some(message) = body.and_then(|body| serde_json::from_slice::<Value>(body).ok()) else {
        return Message::Unreadable(Response::from_error(Id::Null, Error::parse_error()));
    };
    let id = message.get("id").and_then(|id| serde_json::from_value(id.clone()).ok()).unwrap_or(Id::Null);
    let read = if message.get("method").is_some() {
        serde_json::from_value(message).map(Message::Request)
    } else {
        serde_json::from_value(message).map(Message::Response)
    };
    read.unwrap_or_else(|_| Message::Unreadable(Response::from_error(id, Error::invalid_request())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_unreadable(body: &str, code: i64, id: &Id) {
        let Message::Unreadable(answer) = read_message(Some(body.as_bytes())) else {
            panic!("{body} was read");
        };
        assert_eq!((answer.error().unwrap().code.code(), answer.id()), (code, id));
    }

    #[test]
    fn what_is_no_message_is_answered() {
        check_unreadable("{", -32700, &Id::Null);
        check_unreadable("\u{feff}", -32700, &Id::Null);
        check_unreadable("[]", -32600, &Id::Null);
        check_unreadable(r#"{"id":7,"method":"x"}"#, -32600, &Id::Number(7));
        check_unreadable(r#"{"jsonrpc":"2.0","id":"a","method":5}"#, -32600, &Id::String("a".to_owned()));
    }
}
