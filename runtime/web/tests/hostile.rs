//! Clients that are slow, silent, broken or ill-disposed.

use crate::world::{connect, echo, parts, post, rest, said, said_all};
use gdl2hdl_web::{Options, Server};
use proptest::prelude::*;
use std::io::Write;
use std::time::Duration;

fn is_well(server: &Server) -> bool {
    parts(&said(server.address(), &post("( INFO )"))) == ("200", "[( INFO )]")
}

#[test]
fn more_silent_clients_than_places_block_nobody() {
    let server = echo(Options { connections: 4, ..Options::default() });
    let beginnings: [&[u8]; 4] =
        [b"", b"POST / HT", b"POST / HTTP/1.0\r\nContent-Length: 100\r\n\r\n(PLAY", b"POST / HTTP/1.0\r\n\r\n"];
    let mut silent = Vec::new();
    for round in 0..20 {
        for beginning in beginnings {
            let mut stream = connect(server.address());
            stream.write_all(beginning).unwrap();
            silent.push(stream);
        }
        assert!(is_well(&server), "round {round}");
    }
    // The oldest had to go.
    assert_eq!(rest(silent.remove(0)), "");
}

#[test]
fn who_takes_too_long_is_cut_off() {
    let short = Duration::from_millis(1);
    let server = echo(Options { head_time: short, ..Options::default() });
    assert_eq!(rest(connect(server.address())), "");
    let server = echo(Options { body_time: short, ..Options::default() });
    assert_eq!(said(server.address(), b"POST / HTTP/1.0\r\nContent-Length: 100\r\n\r\n(PLAY"), "");
    assert!(is_well(&server));
}

#[test]
fn an_endless_head_is_refused() {
    let server = echo(Options::default());
    let line = format!("A: {}\r\n", "a".repeat(1000)).repeat(1000);
    let answer = said(server.address(), format!("POST / HTTP/1.0\r\n{line}").as_bytes());
    assert!(["431", "400", ""].contains(&parts(&answer).0), "{answer}");
    let answer = said(server.address(), format!("GET /{}", "a".repeat(1 << 20)).as_bytes());
    assert!(["414", "431", "400", ""].contains(&parts(&answer).0), "{answer}");
    assert!(is_well(&server));
}

#[test]
fn requests_that_mean_two_things_are_heard_once_at_most() {
    let quick = Options { quiet: Duration::from_millis(1), ..Options::default() };
    let server = echo(quick);
    for request in [
        "POST / HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 8\r\n\r\n( INFO )",
        "POST / HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n( INFO )",
        "POST / HTTP/1.1\r\nContent-Length: 8\r\n\r\n( INFO )POST / HTTP/1.1\r\nContent-Length: 8\r\n\r\n( INFO )",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 18446744073709551615\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
    ] {
        let answer = said_all(server.address(), request.as_bytes());
        assert!(answer.matches("HTTP/1.").count() <= 1, "{request}: {answer}");
    }
    assert!(is_well(&server));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn after_any_bytes_the_next_is_heard(
        bytes in prop::collection::vec(
            prop_oneof![
                prop::collection::vec(any::<u8>(), 0..20),
                prop::sample::select(vec![
                    "POST / HTTP/1.0\r\n", "GET /%28 HTTP/1.1\r\n", "Content-Length: 9\r\n", "\r\n", "( INFO )", "((",
                    "Transfer-Encoding: chunked\r\n", "5\r\n", "OPTIONS * HTTP/1.1\r\n", "Expect: 100-continue\r\n", "\n\n",
                    "Connection: keep-alive\r\n", "Upgrade: h2c\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                ])
                .prop_map(|text| text.as_bytes().to_vec()),
            ],
            0..12,
        ),
    ) {
        let server = echo(Options { quiet: Duration::from_millis(1), ..Options::default() });
        said_all(server.address(), &bytes.concat());
        prop_assert!(is_well(&server));
    }
}
