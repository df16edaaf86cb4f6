//! What a server hears, and what it says.

use crate::world::{connect, echo, parts, post, rest, said, said_all};
use gdl2hdl_web::{Asked, Options, Reply, Server};
use std::io::{Read, Write};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

fn body(answer: &str) -> &str {
    let (status, body) = parts(answer);
    assert_eq!(status, "200", "{answer}");
    body
}

#[test]
fn messages_with_any_length_are_heard() {
    let quick = Options { quiet: Duration::from_millis(1), ..Options::default() };
    let server = echo(quick);
    for head in
        ["POST / HTTP/1.0\r\n", "POST / HTTP/1.1\r\nHost: here\r\n", "POST / HTTP/1.1\nConnection: keep-alive\n"]
    {
        for (length, text) in [
            ("Content-Length: 8\r\n", "( INFO )"),
            ("content-length:8\r\n", "( INFO )"),
            ("Content-Length: 8\r\n", "( INFO )\r\n\r\n"),
            // Too long, too short, and none at all.
            ("Content-Length: 800\r\n", "( INFO )"),
            ("Content-Length: 3\r\n", "( INFO )"),
            ("", "( INFO )"),
        ] {
            let answer = said(server.address(), format!("{head}{length}\r\n{text}").as_bytes());
            assert_eq!(body(&answer), "[( INFO )]", "{head}{length}{text}");
            assert!(answer.contains("\r\nConnection: close\r\n") || answer.starts_with("HTTP/1.0"), "{answer}");
        }
    }
}

#[test]
fn lengths_in_characters_are_seen_through() {
    let server = echo(Options::default());
    for text in ["(PLAY m ((café 1)))", "(PLAY m ((≤≥≤≥≤≥ é)))"] {
        let length = text.chars().count();
        let answer =
            said(server.address(), format!("POST / HTTP/1.0\r\nContent-Length: {length}\r\n\r\n{text}").as_bytes());
        let expected: String = format!("[{text}]").bytes().map(char::from).collect();
        assert_eq!(body(&answer), expected);
    }
    let answer = said(server.address(), b"POST / HTTP/1.0\r\nContent-Length: 7\r\n\r\n(caf\xe9 1)");
    assert_eq!(body(&answer), "[(café 1)]", "Latin-1 goes back as it came");
}

#[test]
fn a_message_in_single_bytes_is_heard() {
    let server = echo(Options::default());
    let mut stream = connect(server.address());
    for byte in post("(PLAY m NIL)") {
        stream.write_all(&[byte]).unwrap();
        stream.flush().unwrap();
    }
    assert_eq!(body(&rest(stream)), "[(PLAY m NIL)]");
}

#[test]
fn who_says_that_nothing_more_comes_is_answered() {
    let server = echo(Options::default());
    assert_eq!(body(&said_all(server.address(), &post("(PLAY m NIL)"))), "[(PLAY m NIL)]");
    let half = b"POST / HTTP/1.0\r\nContent-Length: 90\r\n\r\n(PLAY m";
    assert_eq!(body(&said_all(server.address(), half)), "[(PLAY m]");
    assert_eq!(body(&said_all(server.address(), b"POST / HTTP/1.0\r\n\r\n")), "[]");
}

#[test]
fn newer_clients_are_heard_too() {
    let server = echo(Options::default());
    let chunked =
        b"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n( INF\r\n3\r\nO )\r\n0\r\n\r\n";
    assert_eq!(body(&said(server.address(), chunked)), "[( INFO )]");
    let mut stream = connect(server.address());
    stream.write_all(b"POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 8\r\n\r\n").unwrap();
    let expected = "HTTP/1.1 100 Continue\r\n\r\n";
    let mut interim = vec![0; expected.len()];
    stream.read_exact(&mut interim).unwrap();
    assert_eq!(interim, expected.as_bytes());
    stream.write_all(b"( INFO )").unwrap();
    assert_eq!(body(&rest(stream)), "[( INFO )]");
}

#[test]
fn pages_ask_first_and_on_the_same_line() {
    let server = echo(Options::default());
    let options = "OPTIONS / HTTP/1.1\r\nHost: h\r\nOrigin: http://site\r\nAccess-Control-Request-Method: POST\r\n\r\n";
    let ask = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 8\r\n\r\n( INFO )";
    let answers = said(server.address(), format!("{options}{options}{ask}").as_bytes());
    assert_eq!(answers.matches("HTTP/1.1 204").count(), 2, "{answers}");
    let allow = "Access-Control-Allow-Origin: *\r\n";
    assert_eq!(answers.matches(allow).count(), 3);
    assert!(answers.contains("Access-Control-Allow-Methods: POST, GET, OPTIONS") && answers.ends_with("[( INFO )]"));
}

#[test]
fn a_get_has_its_message_in_the_address() {
    let server = echo(Options::default());
    for (target, message) in [
        ("/%28%20INFO%20%29", "[( INFO )]"),
        ("/(+PLAY+m+NIL+)", "[( PLAY m NIL )]"),
        ("/%28PLAY%20?x", "[(PLAY ?x]"),
        ("/", "[]"),
    ] {
        let answer = said(server.address(), format!("GET {target} HTTP/1.0\r\n\r\n").as_bytes());
        assert_eq!(body(&answer), message);
    }
}

#[test]
fn what_is_not_of_the_protocol_is_refused() {
    let server = echo(Options { longest: 100, ..Options::default() });
    for (request, status) in [
        ("PUT / HTTP/1.1\r\nHost: h\r\n\r\n".to_owned(), "405"),
        ("garbage\r\n\r\n".to_owned(), "400"),
        ("POST / HTTP/1.0\r\nContent-Length: x\r\n\r\n()".to_owned(), "400"),
        ("POST / HTTP/1.0\r\nContent-Length: 101\r\n\r\n".to_owned(), "413"),
        (format!("POST / HTTP/1.0\r\n\r\n({}", "a".repeat(200)), "413"),
        (format!("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nc8\r\n{}\r\n0\r\n\r\n", "a".repeat(200)), "413"),
    ] {
        let answer = said(server.address(), request.as_bytes());
        assert_eq!(parts(&answer).0, status, "{request}: {answer}");
    }
    let server = echo(Options { together: 10, ..Options::default() });
    assert_eq!(parts(&said(server.address(), &post("(PLAY m NIL)"))).0, "503");
    assert_eq!(parts(&said(server.address(), &post("( INFO )"))).0, "200");
}

#[test]
fn ten_megabytes_on_one_line_are_heard() {
    let server = Server::start(Options::default(), |asked: Asked| {
        let length = asked.text.len().to_string();
        asked.reply.send(length);
    })
    .unwrap();
    let text = format!("(START m r ({}) 1 1)", "(role r)".repeat(1_310_720));
    assert_eq!(body(&said(server.address(), &post(&text))), text.len().to_string());
}

/// A server that answers INFO, and hands all else to the test.
fn waiting() -> (Server, Receiver<(String, Reply)>) {
    let (sender, receiver) = mpsc::channel();
    let server = Server::start(Options::default(), move |asked: Asked| {
        if asked.text.contains("INFO") {
            asked.reply.send("available".into());
        } else {
            sender.send((asked.text, asked.reply)).unwrap();
        }
    });
    (server.unwrap(), receiver)
}

#[test]
fn others_are_answered_while_one_waits() {
    let (server, asked) = waiting();
    let mut stream = connect(server.address());
    stream.write_all(&post("(PLAY m NIL)")).unwrap();
    let (text, reply) = asked.recv().unwrap();
    for _ in 0..100 {
        assert_eq!(body(&said(server.address(), &post("( INFO )"))), "available");
    }
    assert!(text.contains("PLAY") && reply.send("noop".into()));
    assert_eq!(body(&rest(stream)), "noop");
}

#[test]
fn a_message_that_nobody_answers_is_an_error() {
    let (server, asked) = waiting();
    let mut stream = connect(server.address());
    stream.write_all(&post("(PLAY m NIL)")).unwrap();
    drop(asked.recv().unwrap());
    assert_eq!(parts(&rest(stream)).0, "500");
}

#[test]
fn who_is_gone_does_no_harm() {
    let (server, asked) = waiting();
    let mut stream = connect(server.address());
    stream.write_all(&post("(PLAY m NIL)")).unwrap();
    let (_, reply) = asked.recv().unwrap();
    drop(stream);
    reply.send("noop".into());
    assert_eq!(body(&said(server.address(), &post("( INFO )"))), "available");
}

#[test]
fn at_the_end_who_waits_gets_the_answer() {
    let (server, asked) = waiting();
    let (mut waits, silent) = (connect(server.address()), connect(server.address()));
    waits.write_all(&post("(PLAY m NIL)")).unwrap();
    let (_, reply) = asked.recv().unwrap();
    let address = server.address();
    let end = std::thread::spawn(move || drop(server));
    // The silent one is closed at once; by then no other is heard.
    assert_eq!(rest(silent), "");
    reply.send("noop".into());
    assert_eq!(body(&rest(waits)), "noop");
    end.join().unwrap();
    assert!(std::net::TcpStream::connect(address).is_err());
}

#[test]
fn an_address_that_is_taken_is_refused() {
    let server = echo(Options::default());
    let again = Server::start(Options { address: server.address(), ..Options::default() }, drop::<Asked>);
    assert!(again.is_err());
}
