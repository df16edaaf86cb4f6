//! The protocol as it goes over the line, byte by byte where it matters: what managers and players that exist were seen to
//! send is heard, and what is sent is what they hear.

use crate::client::request;
use crate::world::{PATIENCE, said};
use gdl2hdl_ggp::message::{Message, Name, News, Turn, read};
use gdl2hdl_ggp::player::{Action, Options as PlayerOptions, Player};
use gdl2hdl_web::{Asked, Client, Options, Peer, Server};
use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Mutex;
use std::time::Duration;

#[test]
fn a_manager_says_what_ggp_base_says() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = listener.local_addr().unwrap();
    let client = Client::start().unwrap();
    let (sender, receiver) = std::sync::mpsc::channel();
    let news = News::Listed(vec!["(mark 1 1)".into(), "noop".into()]);
    let message = Message::Play(Turn { id: Name::new("m").unwrap(), news });
    let peer = Peer { name: "SAMPLE".into(), ..address.to_string().parse().unwrap() };
    client.post(&peer, message.to_string(), PATIENCE, move |answer| sender.send(answer).unwrap());
    let (mut stream, _) = listener.accept().unwrap();
    let text = "( PLAY m ( (mark 1 1) noop ) )";
    let expected = format!(
        "POST / HTTP/1.0\r\nAccept: text/delim\r\nHost: {address}\r\nSender: GAMESERVER\r\nReceiver: SAMPLE\r\n\
         Content-Type: text/acl\r\nContent-Length: {}\r\n\r\n{text}",
        text.len(),
    );
    assert_eq!(request(&stream), expected);
    write!(stream, "HTTP/1.0 200 OK\r\nContent-Type: text/acl\r\nContent-Length: 4\r\n\r\nnoop").unwrap();
    drop(stream);
    assert_eq!(receiver.recv_timeout(PATIENCE).unwrap().as_deref(), Ok("noop"));
    assert_eq!(read(text), Ok(message));
}

/// A player that never thinks: it is always the end of a clock.
fn player() -> Server {
    let player = Mutex::new(Player::new(PlayerOptions { name: "P".into(), ..PlayerOptions::default() }));
    Server::start(Options::default(), move |asked: Asked| {
        let mut player = player.lock().unwrap();
        player.message(1, &asked.text, Duration::ZERO);
        player.tick(Duration::from_secs(1));
        let mut answers = Vec::new();
        while let Some(action) = player.action() {
            if let Action::Answer { answer, .. } = action {
                answers.push(answer.to_string());
            }
        }
        asked.reply.send(answers.concat());
    })
    .unwrap()
}

#[test]
fn a_player_is_heard_by_servers_that_exist() {
    let player = player();
    let rules = "(role white) (role black) (<= (legal ?r noop) (role ?r))";
    let ggp_base = |text: &str| {
        // Characters are counted.
        let length = text.chars().count();
        format!(
            "POST / HTTP/1.0\r\nAccept: text/delim\r\nHost: localhost\r\nSender: GAMESERVER\r\nReceiver: P\r\n\
             Content-Type: text/acl\r\nContent-Length: {length}\r\n\r\n{text}"
        )
    };
    // No Host, all in upper case.
    let dresden = |text: &str| {
        format!(
            "POST / HTTP/1.0\r\nAccept: text/delim\r\nSender: GAMESERVER\r\nReceiver: P\r\nContent-type: text/acl\r\n\
             Content-length: {}\r\n\r\n{}\r\n",
            text.len(),
            text.to_uppercase()
        )
    };
    let page = |text: &str| {
        format!(
            "POST / HTTP/1.1\r\nHost: h\r\nOrigin: null\r\nContent-Type: text/acl\r\nContent-Length: {}\r\n\r\n{text}",
            text.len()
        )
    };
    let get = |text: &str| {
        let code =
            |byte: u8| if byte.is_ascii_alphanumeric() { char::from(byte).into() } else { format!("%{byte:02X}") };
        format!("GET /{} HTTP/1.0\r\n\r\n", text.bytes().map(code).collect::<String>())
    };
    let ways: [&dyn Fn(&str) -> String; 4] = [&ggp_base, &dresden, &page, &get];
    for say in ways {
        for (message, expected) in [
            ("( INFO )".to_owned(), "( ( name P ) ( status available ) ( species alien ) )"),
            ("( PREVIEW ( (role x) ) 1 )".to_owned(), "ready"),
            (format!("( START match.1 white ( {rules} ) 1 1 )"), "ready"),
            ("( PLAY match.2 NIL )".to_owned(), "busy"),
            ("( INFO )".to_owned(), "( ( name P ) ( status busy ) ( species alien ) )"),
            ("( PLAY match.1 NIL )".to_owned(), "nil"),
            ("( STOP match.1 ( noop noop ) )".to_owned(), "done"),
            (format!("( START match.1 white ( {rules} ) 1 1 more )"), "ready"),
            ("( ABORT match.1 )".to_owned(), "aborted"),
        ] {
            let answer = said(player.address(), say(&message).as_bytes());
            let (head, body) = answer.split_once("\r\n\r\n").unwrap();
            assert_eq!(body, expected, "{}", say(&message));
            assert!(head.contains(&format!("Content-Length: {}", expected.len())), "{head}");
            assert!(
                head.contains("Content-Type: text/acl") && head.contains("Access-Control-Allow-Origin: *"),
                "{head}"
            );
        }
    }
}
