//! Answers as HTTP has them.

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::{Response, StatusCode};

/// What lets pages of other servers ask. The last is what browsers want to see before pages of the net may ask a
/// machine at home.
const FOR_PAGES: [(&str, &str); 5] = [
    ("access-control-allow-origin", "*"),
    ("access-control-allow-methods", "POST, GET, OPTIONS"),
    ("access-control-allow-headers", "Content-Type, Allow, Accept, Sender, Receiver"),
    ("access-control-max-age", "86400"),
    ("access-control-allow-private-network", "true"),
];

/// An answer of the protocol.
pub(super) fn text(bytes: Vec<u8>) -> Response<Full<Bytes>> {
    with(StatusCode::OK, bytes.into())
}

/// An answer without content, or one that says what is wrong.
pub(super) fn status(status: StatusCode) -> Response<Full<Bytes>> {
    let text = if status.is_success() { "" } else { status.canonical_reason().unwrap_or_default() };
    with(status, Bytes::from_static(text.as_bytes()))
}

/// Every message has a connection of its own: who reads to its end gets the answer.
pub(super) fn last(mut response: Response<Full<Bytes>>) -> Response<Full<Bytes>> {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

fn with(status: StatusCode, body: Bytes) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/acl"));
    for (name, value) in FOR_PAGES {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}
