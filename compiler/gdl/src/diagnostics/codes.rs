//! The codes of all diagnostics: what each stands for, and the rule that was broken. One list for all stages.

/// One code. `docs/DIAGNOSTICS.md` has an entry for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Code {
    /// The code, such as `G101`.
    pub code: &'static str,
    /// What the diagnostic is, without the particulars of one game.
    pub title: &'static str,
    /// The rule that was broken, as a sentence.
    pub rule: &'static str,
}

const fn code(code: &'static str, title: &'static str, rule: &'static str) -> Code {
    Code { code, title, rule }
}

/// The entry of a code.
#[must_use]
pub fn find(code: &str) -> Option<&'static Code> {
    CODES.iter().flat_map(|list| list.iter()).find(|entry| entry.code == code)
}

/// Every code, in order.
pub fn all() -> impl Iterator<Item = &'static Code> {
    CODES.iter().flat_map(|list| list.iter())
}

const CODES: [&[Code]; 6] = [READERS, RULES, GROUNDING, ACTIONS, HISTORY, NETS];

/// Codes of the readers.
pub const READERS: &[Code] = &[
    code("G001", "a parenthesis that is not closed", "Every `(` has its `)`."),
    code("G002", "a closing parenthesis too many", "Every `)` has its `(`."),
    code("G003", "a control character in a name", "Names hold visible characters only."),
    code("G004", "bytes that are not UTF-8, outside comments", "Game texts are UTF-8."),
    code("G005", "nesting too deep", "Terms and connectives nest at most 200 deep."),
    code("G006", "too many diagnostics", "At most 100 errors of a stage are reported."),
    code("G007", "a text that is too large", "Game texts are bounded, in bytes and in words."),
    code("G008", "a text without rules", "A game is a list of facts and rules."),
    code("G009", "a name that is too long", "A name has at most 4096 bytes."),
    code("G010", "a rule without a head", "A rule is a head and a body; only the body may be empty."),
    code("G011", "a head that is not a single atom", "The head of a rule is one atom, neither negated nor joined."),
    code("G012", "a list where a name must stand", "A list begins with the name of a relation or function."),
    code("G013", "an empty list", "A list holds at least a name."),
    code("G014", "a variable where a name must stand", "Variables stand for terms, not for relations or functions."),
    code("G015", "an arrow inside a rule", "The arrow stands at the beginning of a rule, and only there."),
    code("G016", "a variable without a name", "A variable is a `?` with a name."),
    code("G017", "`not` without exactly one argument", "`not` negates one formula."),
    code("G018", "a connective used as a relation in infix syntax", "`not`, `and` and `or` are no relations."),
    code("G020", "characters without a meaning in infix syntax", "Infix syntax has a fixed set of signs."),
    code("G021", "a quoted name that does not end on its line", "A quoted name ends on the line where it begins."),
    code("G022", "a quoted name that prefix syntax cannot write", "Every name can be written in both syntaxes."),
    code("G023", "names that differ only in case in an infix text", "Names are compared without regard to case."),
    code("G024", "something other than what must follow", "Infix rules are `head :- literal & literal`."),
    code("G025", "a connective that is missing or misplaced", "Literals are joined by `&` or `|`."),
    code("G026", "a disjunction outside parentheses", "A disjunction stands in parentheses."),
    code("G030", "a rule that stands like a part of the one before", "A new rule begins on a line of its own."),
    code(
        "G031",
        "rules in one pair of parentheses, or in a START message",
        "A game is a list of rules, with no parentheses around it.",
    ),
    code("G032", "a second list of all rules", "A text holds one game."),
    code(
        "G033",
        "prefix syntax in an infix text",
        "Infix syntax writes `X`, `~p`, `p & q`, `(p | q)` and `:-` for `?x`, `not`, `and`, `or` and `<=`.",
    ),
    code(
        "G034",
        "variables marked in two manners",
        "In an infix text all variables have a capital, or all have a `?`.",
    ),
    code("G035", "a goal value with zeros in front", "Goal values are integers."),
    code(
        "G036",
        "a relation of the game's own with the name of a reserved word",
        "Reserved words are no names for other relations.",
    ),
];

/// Codes of the static rules.
pub const RULES: &[Code] = &[
    code(
        "G101",
        "a variable that nothing binds",
        "Safety: every variable of the head, of a negated literal and of `distinct` occurs in a positive literal of the body.",
    ),
    code("G102", "a cycle through negation", "Stratified negation: nothing depends on its own negation."),
    code(
        "G103",
        "a cycle through negation that only constants break",
        "Stratified negation: nothing depends on its own negation.",
    ),
    code(
        "G104",
        "a recursion that may not end",
        "Recursion restriction: each argument of a recursive literal is ground, stands in the head too, or is bound outside of the cycle.",
    ),
    code("G105", "a role that is not a ground fact, or no role", "`role` has ground facts only, at least one."),
    code(
        "G106",
        "`init` in a body, or depending on a state",
        "`init` stands in heads only and depends on none of `true does next legal goal terminal`.",
    ),
    code(
        "G107",
        "a reserved word on the wrong side of a rule",
        "`true` and `does` stand in bodies only; `next` and `sees` in heads only.",
    ),
    code(
        "G108",
        "a relation that depends on what it must not depend on",
        "`legal`, `goal` and `terminal` do not depend on `does`; `base`, `input` and `role` not on `true` either.",
    ),
    code("G109", "a relation with several numbers of arguments", "Each relation has one number of arguments."),
    code("G110", "a function with several numbers of arguments", "Each function has one number of arguments."),
    code(
        "G111",
        "a reserved word with the wrong number of arguments",
        "`terminal` takes none; `role base init true next` take one; `input does legal goal sees distinct` take two.",
    ),
    code("G112", "`distinct` as a head", "`distinct` is built in."),
    code("G113", "a goal value that is not an integer from 0 to 100", "Goal values are integers from 0 to 100."),
    code("G114", "no rule for `terminal`, `legal` or `goal`", "A game has rules for `legal`, `goal` and `terminal`."),
    code("G115", "no rule for `next`", "A game has rules for `next`."),
    code("G116", "a function inside a function", "Function terms do not nest; they are accepted all the same."),
    code("G117", "a relation that is defined nowhere", "Every relation has a fact or rule."),
    code("G118", "a relation that nothing asks for", "What is defined serves legal moves, next states, ends or goals."),
    code("G119", "a fact that no state holds", "What rules ask of a state, `init` or `next` can make."),
    code("G120", "a move that nobody may make", "What rules ask of the players, `legal` allows."),
    code(
        "G121",
        "a faulty declaration, which is left out",
        "`base` and `input` are optional; where they are given, they keep the rules of the language.",
    ),
    code(
        "G122",
        "a variable that stands in one negation only",
        "Safety: every variable of a negated literal occurs in a positive literal of the body.",
    ),
    code(
        "G123",
        "a variable that nothing binds, with values that the rest of the game fixes",
        "Safety: every variable of the head, of a negated literal and of `distinct` occurs in a positive literal of the body.",
    ),
    code("G124", "`next` in the condition of a percept", "`next` stands in heads only."),
    code("G125", "a role that there is not", "`legal`, `does`, `goal` and `sees` speak of roles."),
];

/// Codes of grounding and its limits.
pub const GROUNDING: &[Code] = &[
    code("G201", "the deadline passed, or a signal came", "A run ends within its deadline."),
    code("G202", "the memory bound was met", "A run stays within its memory bound."),
    code("G203", "terms that grow without end", "The facts of a game are finitely many."),
    code("G204", "facts that only play bounds", "What can hold is found by visiting states where it has no other end."),
    code(
        "G210",
        "a rule with too many alternatives",
        "The disjunctions of a rule expand to a bounded number of alternatives.",
    ),
    code("G211", "too many arguments", "A relation or function has at most 255 arguments."),
    code(
        "G220",
        "goal values, as rules compute them, that are not integers from 0 to 100",
        "Goal values are integers from 0 to 100.",
    ),
    code(
        "G221",
        "`base` or `input` declare less than may be reachable",
        "`base` and `input`, where they are given, list all that is reachable.",
    ),
];

/// Codes of action rules.
pub const ACTIONS: &[Code] = &[
    code("G301", "an item that says nothing", "An item is a fact, `head :- conditions` or `action :: effects`."),
    code("G302", "something of the language that is not supported", "Action rules are made of relations and terms."),
    code("G303", "a predefined relation as a head", "Predefined relations can't be defined."),
    code("G304", "nobody is to move first", "`control(role)` says who is to move."),
    code("G305", "an operation that calls itself", "Operations call others, never themselves."),
    code("G306", "a variable where a literal must stand", "Variables stand for terms, not for conditions."),
    code("G307", "`==>` inside a condition", "`==>` stands between the conditions and the effects of an operation."),
    code(
        "G308",
        "a predefined relation with the wrong number of arguments",
        "Predefined relations have fixed numbers of arguments.",
    ),
    code(
        "G309",
        "a predefined relation that is asked too early",
        "Arguments of predefined relations have values before they are asked, from left to right.",
    ),
    code(
        "G310",
        "a template with a variable that has no value",
        "The condition of `countofall` gives every variable of the template a value.",
    ),
    code("G311", "an action without an operation", "Each action has an operation that says what it does."),
    code(
        "G312",
        "something that is no effect",
        "Effects are facts, deleted facts, operations, and `condition ==> effects`.",
    ),
    code("G313", "an effect with a variable that has no value", "Every variable of an effect has a value."),
    code("G314", "a fact to delete with a variable that has no value", "Every variable of an effect has a value."),
    code("G315", "`init` of a variable", "`init` names the kind of fact."),
    code(
        "G316",
        "arithmetic that only `base` bounds",
        "What arithmetic brings into the state is finite, or `base` declares it.",
    ),
    code(
        "G317",
        "arithmetic without a bound",
        "What arithmetic brings into the state is finite, or `base` declares it.",
    ),
    code("G318", "too much to compute or to count", "Arithmetic and counts range over a bounded number of values."),
    code("G319", "a view or operation that nothing asks for", "What is defined serves the game."),
    code(
        "G320",
        "a fact of the state with the name of a view",
        "A name with a fact, rule or operation in the text is asked of the text alone, never of the state.",
    ),
    code("G321", "`legal` with a role", "`legal(action)` names no role: the role in control moves."),
];

/// Codes of SDL, whose sentences name the step they speak of.
pub const HISTORY: &[Code] = &[
    code(
        "G501",
        "a word of SDL with the wrong number of arguments",
        "`terminal step` take one; `true successor` take two; `does legal goal sees` take three.",
    ),
    code(
        "G502",
        "a sentence without its step",
        "What depends on a step names it; where it does not, that of its rule is meant.",
    ),
    code(
        "G503",
        "`init` or `next` in SDL",
        "SDL has neither: `true` at the first step, and `true` at a later one, say the same.",
    ),
    code("G504", "steps that nothing relates", "All steps of a rule are related to that of its head by `successor`."),
    code("G505", "an effect before its cause", "A rule asks for its own step and for steps before it."),
    code("G506", "a rule that looks back too far", "A rule looks back a bounded number of steps."),
    code("G507", "steps that contradict each other", "The steps of a rule are some steps that follow each other."),
    code(
        "G508",
        "steps that are no line",
        "Steps have an order: one is the first, and each of the others follows one.",
    ),
    code("G509", "a step there is not", "A step is a variable, or a constant that `step` and `successor` list."),
    code("G510", "a fact that depends on its own step", "Facts of a step depend on the step before."),
    code(
        "G511",
        "`legal`, `goal` or `terminal` by moves of the same step",
        "`legal`, `goal` and `terminal` are asked before anybody moves.",
    ),
    code(
        "G512",
        "`legal`, `goal` or `terminal` by a view of moves of the same step",
        "`legal`, `goal` and `terminal` are asked before anybody moves.",
    ),
    code("G513", "a word of SDL on the wrong side of a rule", "`does` stands in bodies only; `sees` in heads only."),
    code("G514", "a head without its step", "A head names the step it speaks of."),
    code("G515", "a step that nothing binds", "Safety: the step of the head occurs in a positive literal of the body."),
    code(
        "G516",
        "what is the same at all steps depends on one",
        "`role base input step successor` do not depend on the state or the moves.",
    ),
];

/// Codes of nets.
pub const NETS: &[Code] = &[
    code(
        "N001",
        "a ground atom that depends on its own negation",
        "Stratified negation: nothing depends on its own negation.",
    ),
    code("N002", "too many gates", "Recursion is unrolled within a bound on gates."),
];
