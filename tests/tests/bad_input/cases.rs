//! The cases as data.

/// A game text.
pub(crate) enum Input {
    /// As it stands.
    Text(&'static str),
    /// A complete game with something added at the end.
    Added(&'static str),
    /// A complete game in which every `NAME` is another name.
    Named(&'static str),
    /// Made when needed: large or binary.
    Made(fn() -> Vec<u8>),
}

/// How it must end.
#[derive(Clone, Copy)]
pub(crate) enum Expect {
    /// Status 0, and the Verilog is clean.
    Accepted,
    /// Status 1 with this code.
    Rejected(&'static str),
    /// Status 2 with a code that begins like this: time or memory may run out first.
    Limit(&'static str),
}

/// One case.
pub(crate) struct Case {
    /// Says what is odd about it.
    pub(crate) name: &'static str,
    /// The text.
    pub(crate) input: Input,
    /// The end.
    pub(crate) expect: Expect,
}

/// A small complete game.
const GAME: &str = "(role you)
(init (p a))
(<= (legal you go) (true (p a)))
(<= (next (p b)) (does you go))
(<= (goal you 100) (true (p b)))
(<= (goal you 0) (not (true (p b))))
(<= terminal (true (p b)))
";

const NAMED: &str = "(role NAME)
(init (NAME NAME))
(<= (legal NAME NAME) (true (NAME NAME)))
(<= (next (b NAME)) (does NAME NAME))
(<= (goal NAME 100) (true (b NAME)))
(<= (goal NAME 0) (not (true (b NAME))))
(<= terminal (true (b NAME)))
";

impl Input {
    /// The bytes of the file.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Text(text) => text.as_bytes().to_vec(),
            Self::Added(text) => [GAME, text].concat().into_bytes(),
            Self::Named(name) => NAMED.replace("NAME", name).into_bytes(),
            Self::Made(make) => make(),
        }
    }
}

fn repeated(piece: &str, count: usize) -> Vec<u8> {
    piece.repeat(count).into_bytes()
}

fn added(text: &str) -> Vec<u8> {
    [GAME, text].concat().into_bytes()
}

/// A term of nested functions.
fn tower(depth: usize) -> String {
    format!("{}a{}", "(s ".repeat(depth), ")".repeat(depth))
}

/// Rules whose ground form grows with a power of the domain.
fn bomb(values: usize, variables: usize, head: &str) -> Vec<u8> {
    let facts: String = (0..values).map(|i| format!("(v {i})\n")).collect();
    let names: Vec<String> = (0..variables).map(|i| format!("?x{i}")).collect();
    let body: String = names.iter().map(|name| format!(" (v {name})")).collect();
    added(&format!("{facts}(<= {} {body})\n", head.replace("ARGS", &names.join(" "))))
}

/// A goal for so many different values out of many, each against each: no order of joins keeps that small.
fn clique(values: usize, variables: usize) -> Vec<u8> {
    let facts: String = (0..values).map(|i| format!("(v {i})\n(init (w {i}))\n")).collect();
    let body: String = (0..variables).map(|i| format!(" (true (w ?x{i}))")).collect();
    let pairs = (0..variables).flat_map(|i| (0..i).map(move |j| format!(" (distinct ?x{i} ?x{j})")));
    let change = "(<= (next (w ?x)) (v ?x) (not (true (w ?x))))";
    added(&format!("{facts}{change}\n(<= (goal you 77){body}{})\n", pairs.collect::<String>()))
}

/// A counter of `bits` bits as relation of that many arguments: 2 to the power of `bits` states of one fact.
fn counter(bits: usize) -> Vec<u8> {
    let zeros = "0 ".repeat(bits);
    let mut text = format!("(init (count {zeros}))\n");
    for low in 0..bits {
        let high: Vec<String> = (0..bits - low - 1).map(|i| format!("?b{i}")).collect();
        let high = high.join(" ");
        let (before, after) = (format!("{high} 0 {}", "1 ".repeat(low)), format!("{high} 1 {}", "0 ".repeat(low)));
        text += &format!("(<= (next (count {after})) (true (count {before})))\n");
    }
    added(&text)
}

fn syntax() -> Vec<Case> {
    use Expect::Rejected;
    use Input::{Added, Made, Text};
    let case = |name, input, code| Case { name, input, expect: Rejected(code) };
    vec![
        case("never closed", Text("(role you"), "G001"),
        case("never closed at the end", Added("(<= (next (p c)) (true (p b))"), "G001"),
        case("closed too often", Added(")"), "G002"),
        case("only a closing parenthesis", Text(")"), "G002"),
        case("many closing parentheses", Made(|| repeated(")", 1_000_000)), "G006"),
        case("control character in a name", Added("(p \u{1})"), "G003"),
        case("escape sequence in a name", Added("(p \u{1b}[31mred)"), "G003"),
        case("NUL in a name", Added("(p a\0b)"), "G003"),
        case("bytes that are not UTF-8", Made(|| [GAME.as_bytes(), b"(p \xff\xfe)"].concat()), "G004"),
        case("a file of bzip2", Made(|| [&b"BZh91AY\x1a\x02\x03\x04"[..], &[0xcb; 200]].concat()), "G004"),
        case("all bytes", Made(|| (0..=255_u8).cycle().take(4096).collect()), "G003"),
        case("a million openings", Made(|| repeated("(", 1_000_000)), "G005"),
        case("a million balanced", Made(|| [repeated("(", 1_000_000), repeated(")", 1_000_000)].concat()), "G005"),
        case("a term nested a million deep", Made(|| added(&format!("(init (p {}))", tower(1_000_000)))), "G005"),
        case(
            "not nested a million deep",
            Made(|| added(&format!("(<= q {} r {})", "(not ".repeat(1_000_000), ")".repeat(1_000_000)))),
            "G005",
        ),
        case("a rule without a head", Added("(<=)"), "G010"),
        case("a head that is a negation", Added("(<= (not q) (true (p a)))"), "G011"),
        case("a head that is a disjunction", Added("(<= (or q r) (true (p a)))"), "G011"),
        case("a list where a name must stand", Added("((p) a)"), "G012"),
        case("an empty list", Added("()"), "G013"),
        case("an empty list in a body", Added("(<= q ())"), "G013"),
        case("a variable as a relation", Added("(?x a)"), "G014"),
        case("a variable as a rule", Added("?x"), "G014"),
        case("a variable as a function", Added("(init (?x a))"), "G014"),
        case("an arrow inside a rule", Added("(<= q (<= r s))"), "G015"),
        case("a variable without a name", Added("(<= (q ?) (r ?))"), "G016"),
        case("not of two", Added("(<= q (not r s))"), "G017"),
        case("not of nothing", Added("(<= q (not))"), "G017"),
        case("a name of 10^5 characters", Made(|| added(&format!("({} a)", "n".repeat(100_000)))), "G009"),
        case(
            "a variable of 10^5 characters",
            Made(|| added(&format!("(<= (q ?{0}) (r ?{0}))", "n".repeat(100_000)))),
            "G009",
        ),
    ]
}

fn nothing_to_read() -> Vec<Case> {
    use Expect::Rejected;
    use Input::{Made, Text};
    let case = |name, input, code| Case { name, input, expect: Rejected(code) };
    vec![
        case("empty", Text(""), "G008"),
        case("blanks only", Text(" \t\r\n\u{c}\u{a0}"), "G008"),
        case("comments only", Text("; (role you)\n;"), "G008"),
        case("a megabyte of blanks", Made(|| repeated(" ", 1 << 20)), "G008"),
        case("a comment of a megabyte", Made(|| repeated(";", 1 << 20)), "G008"),
    ]
}

fn limits() -> Vec<Case> {
    use Expect::Limit;
    use Input::Made;
    let case = |name, make, code| Case { name, input: Made(make), expect: Limit(code) };
    vec![
        case("a bomb of states", || bomb(100, 6, "(next (q ARGS))"), "G20"),
        case("a bomb of first facts", || bomb(100, 6, "(init (q ARGS))"), "G20"),
        case("a bomb of moves", || bomb(100, 6, "(legal you (q ARGS))"), "G20"),
        case("a bomb of goals", || clique(100, 6), "G20"),
        case("a counter of forty bits", || counter(40), "G20"),
        case("words without end", || added(&"(p a)\n".repeat(2_500_000)), "G007"),
    ]
}

fn odd_names() -> Vec<Case> {
    use Input::{Made, Named};
    let case = |name, input| Case { name, input, expect: Expect::Accepted };
    vec![
        case("plain", Named("plain")),
        case("the name module", Named("module")),
        case("the name always", Named("always")),
        case("the name reg", Named("reg")),
        case("the name begin", Named("begin")),
        case("the name endmodule", Named("endmodule")),
        case("the name wire", Named("wire")),
        case("the name clk_i", Named("clk_i")),
        case("the name state_o", Named("state_o")),
        case("a number", Named("123")),
        case("a long number", Named("99999999999999999999999999999999")),
        case("quotes", Named("\"quoted\"")),
        case("a single quote", Named("4'b0")),
        case("backslashes", Named("back\\slash\\")),
        case("end of a comment", Named("*/")),
        case("begin of a comment", Named("/*")),
        case("a line comment", Named("//x")),
        case("a directive", Named("`include")),
        case("a system task", Named("$finish")),
        case("format letters", Named("%s%n%d")),
        case("braces", Named("{}[]")),
        case("two dots", Named("..")),
        case("a path", Named("../../etc/passwd")),
        case("operators", Named("+-<>=!&|^~@#,:")),
        case("letters outside ASCII", Named("größe")),
        case("Chinese", Named("棋")),
        case("an emoji", Named("♟️")),
        case("right to left", Named("\u{202e}txt")),
        case("combining marks", Named("e\u{301}")),
        case("upper and lower case", Named("MiXeD")),
        case("underscores only", Named("___")),
        case("a name of two thousand characters", Made(|| NAMED.replace("NAME", &"n".repeat(2000)).into_bytes())),
        case("views by the million that nobody asks for", Made(|| bomb(100, 6, "(q ARGS)"))),
        case("windows line ends", Made(|| GAME.replace('\n', "\r\n").into_bytes())),
        case("a byte order mark", Made(|| ["\u{feff}", GAME].concat().into_bytes())),
        case(
            "names that differ in marks only",
            Input::Added("(init (p_a)) (init (p a_)) (init (p-a)) (init (p. a)) (init (p (a)))"),
        ),
        case("a comment that is not UTF-8", Made(|| [GAME.as_bytes(), b"; \xff\xfe\n"].concat())),
        case("the same rule a thousand times", Made(|| added(&"(<= (next (p b)) (does you go))\n".repeat(1000)))),
        case(
            "a body of ten thousand literals",
            Made(|| added(&format!("(<= (next (p c)) {})", "(true (p a)) ".repeat(10_000)))),
        ),
        case("a bomb of declared bases", Made(|| bomb(100, 6, "(base (q ARGS))"))),
        case("a variable only under not", Input::Added("(<= q (not (true (p ?x)))) (<= (next (p c)) q)")),
        case("positive recursion", Input::Added("(<= q r) (<= r q) (<= q (true (p a))) (<= (next (p c)) q)")),
    ]
}

fn rules() -> Vec<Case> {
    use Expect::Rejected;
    use Input::{Added, Text};
    let case = |name, input, code| Case { name, input, expect: Rejected(code) };
    vec![
        case("a head variable without a body", Added("(<= (q ?x) (true (p a)))"), "G101"),
        case("a variable only under two nots", Added("(<= q (not (true (p ?x))) (not (true (q ?x))))"), "G101"),
        case("a variable only in distinct", Added("(<= q (distinct ?x a))"), "G101"),
        case("a fact with a variable", Added("(q ?x)"), "G101"),
        case("negation of itself", Added("(<= q (not q))"), "G102"),
        case("a cycle through negation", Added("(<= q (not r)) (<= r s) (<= s q)"), "G102"),
        case("a role with a variable", Added("(<= (role ?x) (q ?x)) (q b)"), "G105"),
        case("no role", Text("(<= terminal (true (p a))) (init (p a))"), "G105"),
        case("init that depends on the state", Added("(<= (init (p c)) (true (p a)))"), "G106"),
        case("true as a head", Added("(true (p a))"), "G107"),
        case("does as a head", Added("(does you go)"), "G107"),
        case("next in a body", Added("(<= q (next (p a)))"), "G107"),
        case("legal that depends on does", Added("(<= (legal you wait) (does you go))"), "G108"),
        case("goal that depends on does", Added("(<= (goal you 50) (does you go))"), "G108"),
        case("terminal that depends on does", Added("(<= terminal q) (<= q (does you go))"), "G108"),
        case("distinct as a head", Added("(distinct a b)"), "G112"),
        case("distinct of three", Added("(<= q (distinct a b c))"), "G111"),
        case("true of two", Added("(<= q (true a b))"), "G111"),
        case("legal of one", Added("(<= (legal you) (true (p a)))"), "G111"),
        case("a role of two", Added("(role you me)"), "G111"),
        case("a goal of 101", Added("(<= (goal you 101) (true (p a)))"), "G113"),
        case("a goal of minus one", Added("(<= (goal you -1) (true (p a)))"), "G113"),
        case("a goal that is no number", Added("(<= (goal you much) (true (p a)))"), "G113"),
        case(
            "no terminal",
            Text("(role you) (init (p a)) (legal you go) (goal you 1) (<= (next (p a)) (true (p a)))"),
            "G114",
        ),
        case("no legal", Text("(role you) (init (p a)) (goal you 1) terminal (<= (next (p a)) (true (p a)))"), "G114"),
        case("no goal", Text("(role you) (init (p a)) (legal you go) terminal (<= (next (p a)) (true (p a)))"), "G114"),
        case("terms without end", Added("(<= (q (s ?x)) (q ?x)) (q a) (<= (next (p c)) (q ?y))"), "G203"),
        case(
            "a state without end",
            Text(
                "(role you) (init (p a)) (legal you go) (<= (next (p (s ?x))) (true (p ?x))) (goal you 1) (<= terminal (true (p b)))",
            ),
            "G203",
        ),
    ]
}

/// All cases.
pub(crate) fn cases() -> Vec<Case> {
    [syntax(), nothing_to_read(), rules(), limits(), odd_names()].into_iter().flatten().collect()
}
