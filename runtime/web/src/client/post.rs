//! One message, and its answer.

use super::error::PostError;
use super::peer::Peer;
use crate::wire::{Bounds, Budget, Charset, Line, TextError, collected, raw};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1;
use hyper::header::{ACCEPT, CONTENT_LENGTH, CONTENT_TYPE, HOST, HeaderValue, TRANSFER_ENCODING};
use hyper::{Method, Request, Response, Uri, Version};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Time for a connection.
const CONNECT_TIME: Duration = Duration::from_secs(5);
/// Longest answer, in bytes: a move, with all that a player may say besides.
const MAX_ANSWER: usize = 1 << 20;
/// How long more of an answer is waited for, where its stated length is wrong or missing.
const QUIET: Duration = Duration::from_millis(500);

/// Says something, and reads the answer.
pub(super) async fn post(peer: &Peer, text: String, time: Duration) -> Result<String, PostError> {
    timeout(time, exchange(peer, text)).await.unwrap_or(Err(PostError::Late))
}

async fn exchange(peer: &Peer, text: String) -> Result<String, PostError> {
    let connected = timeout(CONNECT_TIME, TcpStream::connect((peer.host.as_str(), peer.port))).await;
    let stream = match connected {
        Ok(Ok(stream)) => stream,
        Ok(Err(error)) => return Err(PostError::Connect(error.to_string())),
        Err(_) => return Err(PostError::Connect("nobody answers".to_owned())),
    };
    let (line, gate) = Line::new(stream);
    let mut builder = http1::Builder::new();
    // All that players were seen to send has a meaning: even an answer alone, without a head.
    builder.title_case_headers(true).http09_responses(true).ignore_invalid_headers_in_responses(true);
    builder.allow_spaces_after_header_name_in_responses(true).allow_obsolete_multiline_headers_in_responses(true);
    let (mut sender, connection) = builder.handshake(line).await?;
    let answer = async {
        let response = sender.send_request(request(peer, text)?).await?;
        let bytes = read(response, &gate).await?;
        Ok(Charset::read(bytes).0)
    };
    let mut connection = std::pin::pin!(connection);
    let mut answer = std::pin::pin!(answer);
    tokio::select! {
        answer = &mut answer => answer,
        // The connection ends before the answer is read from it: then all of it has come.
        _ = &mut connection => answer.await,
    }
}

fn request(peer: &Peer, text: String) -> Result<Request<Full<Bytes>>, PostError> {
    let mut request = Request::new(Full::new(Bytes::new()));
    *request.method_mut() = Method::POST;
    *request.version_mut() = Version::HTTP_10;
    *request.uri_mut() = Uri::from_static("/");
    let value = |text: &str| HeaderValue::from_str(text).map_err(|error| PostError::Broken(error.to_string()));
    let headers = request.headers_mut();
    headers.insert(ACCEPT, HeaderValue::from_static("text/delim"));
    headers.insert(HOST, value(&peer.to_string())?);
    headers.insert("sender", HeaderValue::from_static("GAMESERVER"));
    headers.insert("receiver", value(&peer.name)?);
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/acl"));
    headers.insert(CONTENT_LENGTH, text.len().into());
    *request.body_mut() = Full::new(text.into());
    Ok(request)
}

async fn read(response: Response<Incoming>, gate: &crate::wire::Gate) -> Result<Vec<u8>, PostError> {
    if !response.status().is_success() {
        return Err(PostError::Status(response.status().as_u16()));
    }
    let bounds = Bounds { longest: MAX_ANSWER, budget: Budget::new(MAX_ANSWER), quiet: QUIET };
    let headers = response.headers();
    let is_exact = response.version() == Version::HTTP_09 || headers.contains_key(TRANSFER_ENCODING);
    let bytes = if is_exact || !gate.is_shut() {
        gate.open();
        collected(response.into_body(), &bounds).await
    } else {
        let stated = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.trim().parse().ok());
        raw(gate, stated, &bounds).await
    };
    bytes.map_err(|error| match error {
        TextError::TooLong(most) => PostError::TooLong(most),
        TextError::NoRoom => PostError::TooLong(MAX_ANSWER),
        TextError::Io(error) => error.into(),
        TextError::Http(error) => error.into(),
    })
}
