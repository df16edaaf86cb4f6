//! Raw connections, and servers that do little.

use gdl2hdl_web::{Asked, Options, Server};
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::Duration;

/// Who waits longer than this for something that is to come fails.
pub(crate) const PATIENCE: Duration = Duration::from_secs(300);

/// A raw connection.
pub(crate) fn connect(to: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(to).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.set_write_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// What comes until the other side closes.
pub(crate) fn rest(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    // Who closes in the middle of what we say may reset the line; what came before counts.
    let _ = stream.read_to_end(&mut bytes);
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

/// Says something, and hears all that comes.
pub(crate) fn said(to: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = connect(to);
    // A server that has heard enough closes early.
    let _ = stream.write_all(bytes);
    rest(stream)
}

/// The same, and says that nothing more comes.
pub(crate) fn said_all(to: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = connect(to);
    let _ = stream.write_all(bytes);
    let _ = stream.shutdown(Shutdown::Write);
    rest(stream)
}

/// The status of an answer, and its content.
pub(crate) fn parts(answer: &str) -> (&str, &str) {
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((answer, ""));
    (head.split_whitespace().nth(1).unwrap_or(""), body)
}

/// A POST as managers send it.
pub(crate) fn post(text: &str) -> Vec<u8> {
    let length = text.len();
    format!("POST / HTTP/1.0\r\nContent-Type: text/acl\r\nContent-Length: {length}\r\n\r\n{text}").into_bytes()
}

/// A server that says everything back, in square brackets.
pub(crate) fn echo(options: Options) -> Server {
    let hear = |asked: Asked| {
        let text = format!("[{}]", asked.text);
        asked.reply.send(text);
    };
    Server::start(options, hear).unwrap()
}
