//! What a client hears from programs that speak HTTP more or less.

use crate::world::PATIENCE;
use gdl2hdl_web::{Client, Peer, PostError};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

fn peer(address: SocketAddr) -> Peer {
    address.to_string().parse().unwrap()
}

/// Reads a request.
pub(crate) fn request(stream: &TcpStream) -> String {
    let (mut reader, mut text) = (BufReader::new(stream), String::new());
    while !text.ends_with("\r\n\r\n") {
        assert!(reader.read_line(&mut text).unwrap() > 0);
    }
    let length = text.lines().find_map(|line| line.strip_prefix("Content-Length: ")).unwrap().parse().unwrap();
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    text + std::str::from_utf8(&body).unwrap()
}

/// Asks somebody who says this, and closes the line then or keeps it open until the answer was heard.
fn heard(answer: &[u8], closes: bool) -> Result<String, PostError> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let peer = peer(listener.local_addr().unwrap());
    let answer = answer.to_vec();
    let other = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        request(&stream);
        // The client may have heard enough.
        let _ = stream.write_all(&answer);
        (!closes).then_some(stream)
    });
    let client = Client::start().unwrap();
    let heard = client.ask(&peer, "( INFO )".into(), PATIENCE);
    other.join().unwrap();
    heard
}

#[test]
fn answers_of_many_kinds_are_understood() {
    for (answer, expected) in [
        ("HTTP/1.0 200 OK\r\nContent-Type: text/acl\r\nContent-Length: 5\r\n\r\nready", "ready"),
        ("HTTP/1.1 200\r\ncontent-length:5\r\n\r\nready", "ready"),
        ("HTTP/1.0 200 OK\n\nready\n", "ready\n"),
        ("HTTP/1.0 200 OK\r\n\r\n(mark 1 1)", "(mark 1 1)"),
        ("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\n(mark 1 1)", "(mark 1 1)"),
        ("HTTP/1.0 200 OK\r\nContent-Length: 9\r\n\r\n(marké 1)", "(marké 1)"),
        ("HTTP/1.0 200 OK\r\nContent-Length: 99\r\n\r\n(mark 1 1)", "(mark 1 1)"),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nrea\r\n2\r\ndy\r\n0\r\n\r\n", "ready"),
        ("HTTP/1.0 200 OK\r\nnonsense in a head\r\nContent-Length: 5\r\n\r\nready", "ready"),
        ("ready", "ready"),
    ] {
        assert_eq!(heard(answer.as_bytes(), true).as_deref(), Ok(expected), "{answer}");
        if answer.starts_with("HTTP") {
            assert_eq!(heard(answer.as_bytes(), false).as_deref(), Ok(expected), "{answer}, and the line stays open");
        }
    }
    assert_eq!(heard(b"HTTP/1.0 200 OK\r\nContent-Length: 8\r\n\r\n(caf\xe9 1)", true).as_deref(), Ok("(café 1)"));
}

#[test]
fn answers_that_are_none_are_errors() {
    assert_eq!(heard(b"HTTP/1.0 404 Not Found\r\n\r\n", true), Err(PostError::Status(404)));
    assert!(matches!(heard(b"", true), Err(PostError::Broken(_))));
    assert!(matches!(heard(b"HTTP/1.0 200 OK\r\nContent-Le", true), Err(PostError::Broken(_))));
    let long = format!("HTTP/1.0 200 OK\r\n\r\n({}", "a".repeat(2 << 20));
    assert!(matches!(heard(long.as_bytes(), true), Err(PostError::TooLong(_))));
    let long = format!("HTTP/1.0 200 OK\r\nContent-Length: {}\r\n\r\n", u64::MAX);
    assert!(matches!(heard(long.as_bytes(), true), Err(PostError::TooLong(_) | PostError::Broken(_))));
    let head = format!("HTTP/1.0 200 OK\r\n{}", "A: b\r\n".repeat(1 << 20));
    assert!(matches!(heard(head.as_bytes(), true), Err(PostError::Broken(_))));
}

#[test]
fn nobody_there_is_a_connection_error_and_silence_a_late_one() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let peer = peer(listener.local_addr().unwrap());
    let client = Client::start().unwrap();
    assert_eq!(client.ask(&peer, "( INFO )".into(), Duration::from_millis(20)), Err(PostError::Late));
    drop(listener);
    assert!(matches!(client.ask(&peer, "( INFO )".into(), PATIENCE), Err(PostError::Connect(_))));
}

#[test]
fn many_are_asked_at_the_same_time() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let peer = peer(listener.local_addr().unwrap());
    let client = Client::start().unwrap();
    let (sender, receiver) = std::sync::mpsc::channel();
    for number in 0..20 {
        let sender = sender.clone();
        client.post(&peer, format!("(ask {number})"), PATIENCE, move |answer| sender.send(answer.unwrap()).unwrap());
    }
    // All ask before the first is answered.
    let mut lines: Vec<TcpStream> = (0..20).map(|_| listener.accept().unwrap().0).collect();
    for stream in &mut lines {
        let body = request(stream).rsplit("\r\n").next().unwrap().to_owned();
        write!(stream, "HTTP/1.0 200 OK\r\n\r\n{body}").unwrap();
    }
    drop(lines);
    let mut answers: Vec<String> = (0..20).map(|_| receiver.recv_timeout(PATIENCE).unwrap()).collect();
    answers.sort_unstable();
    let mut expected: Vec<_> = (0..20).map(|number| format!("(ask {number})")).collect();
    expected.sort_unstable();
    assert_eq!(answers, expected);
}

#[test]
fn a_client_that_ends_leaves_its_questions() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let client = Client::start().unwrap();
    let (sender, receiver) = std::sync::mpsc::channel::<()>();
    client.post(&peer(listener.local_addr().unwrap()), "( INFO )".into(), PATIENCE, move |_| drop(sender));
    let (stream, _) = listener.accept().unwrap();
    drop(client);
    assert!(receiver.recv_timeout(PATIENCE).is_err());
    drop(stream);
}
