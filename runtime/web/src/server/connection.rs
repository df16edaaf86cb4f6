//! One connection.

use super::answer::{last, status, text};
use super::asked::{Asked, Reply};
use super::options::Options;
use super::stage::Stage;
use crate::wire::{Bounds, Budget, Charset, Gate, Line, TextError, collected, decoded, raw};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{CONTENT_LENGTH, EXPECT, TRANSFER_ENCODING};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpStream;
use tokio::sync::oneshot;

/// Longest head of a request, in bytes: a GET has its message there.
const MAX_HEAD: usize = 128 << 10;

/// What all connections share.
pub(super) struct Shared {
    pub(super) options: Options,
    bounds: Bounds,
    hear: Box<dyn Fn(Asked) + Send + Sync>,
}

impl Shared {
    pub(super) fn new(options: Options, hear: Box<dyn Fn(Asked) + Send + Sync>) -> Self {
        let Options { longest, together, quiet, .. } = options;
        let bounds = Bounds { longest, budget: Budget::new(together), quiet };
        Self { options, bounds, hear }
    }
}

/// Answers what comes over a connection, until it ends or takes too long.
pub(super) async fn serve(stream: TcpStream, from: SocketAddr, shared: Arc<Shared>, stage: Arc<Stage>) {
    let (line, gate) = Line::new(stream);
    let asked = Arc::new(Service { shared, from, gate: Arc::clone(&gate), stage: Arc::clone(&stage) });
    let service = service_fn(move |request| {
        let asked = Arc::clone(&asked);
        async move { Ok::<_, Infallible>(asked.answer(request).await) }
    });
    let connection = http1::Builder::new()
        .half_close(true)
        .title_case_headers(true)
        .max_buf_size(MAX_HEAD)
        .serve_connection(line, service);
    tokio::select! {
        // Whatever went wrong, the other side was told of it, or is gone.
        _ = connection => gate.linger().await,
        () = stage.over() => {}
    }
}

/// A connection with what it needs to answer.
struct Service {
    shared: Arc<Shared>,
    from: SocketAddr,
    gate: Arc<Gate>,
    stage: Arc<Stage>,
}

impl Service {
    async fn answer(&self, request: Request<Incoming>) -> Response<Full<Bytes>> {
        self.stage.theirs(self.shared.options.body_time);
        let response = match *request.method() {
            Method::OPTIONS => {
                self.gate.open();
                status(StatusCode::NO_CONTENT)
            }
            Method::GET => {
                let target = request.uri().path_and_query().map_or("", |target| target.as_str());
                let message = decoded(target.strip_prefix('/').unwrap_or(target));
                last(self.heard(Ok(message)).await)
            }
            Method::POST => last(self.heard(self.body(request).await).await),
            _ => last(status(StatusCode::METHOD_NOT_ALLOWED)),
        };
        self.stage.theirs(self.shared.options.answer_time);
        response
    }

    /// The body of a request. The HTTP library reads it where its length can be trusted: in pieces that each have one, or
    /// from clients that ask before they send it. Else it is read with tolerance.
    async fn body(&self, request: Request<Incoming>) -> Result<Vec<u8>, TextError> {
        let headers = request.headers();
        let is_exact = headers.contains_key(TRANSFER_ENCODING) || headers.contains_key(EXPECT);
        if is_exact || !self.gate.is_shut() {
            self.gate.open();
            return collected(request.into_body(), &self.shared.bounds).await;
        }
        let stated = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.trim().parse().ok());
        raw(&self.gate, stated, &self.shared.bounds).await
    }

    async fn heard(&self, message: Result<Vec<u8>, TextError>) -> Response<Full<Bytes>> {
        let (message, charset) = match message {
            Ok(bytes) => Charset::read(bytes),
            Err(TextError::TooLong(_)) => return status(StatusCode::PAYLOAD_TOO_LARGE),
            Err(TextError::NoRoom) => return status(StatusCode::SERVICE_UNAVAILABLE),
            Err(TextError::Io(_) | TextError::Http(_)) => return status(StatusCode::BAD_REQUEST),
        };
        self.stage.ours();
        let (reply, answer) = oneshot::channel();
        (self.shared.hear)(Asked { text: message, from: self.from, reply: Reply(reply) });
        match answer.await {
            Ok(answer) => text(charset.write(&answer)),
            Err(_) => status(StatusCode::INTERNAL_SERVER_ERROR),
        }
    }
}
