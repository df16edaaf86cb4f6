//! Damages a game in one way.

use super::inline;
use gdl2hdl_gdl::syntax::{Formula, Sheet, Symbol, Term, print};
use gdl2hdl_tests::random::Random;

/// The ways.
pub(super) const KINDS: &[&str] = &[
    "typed base",
    "declaration with odd arguments",
    "unsafe declaration",
    "declaration that depends on the state",
    "malformed declaration",
    "declaration without end",
    "negation with variables of its own",
    "role left out",
    "rules of no role",
    "percepts of the next state",
];

/// A damaged game, and what is to come of it.
pub(super) struct Damage {
    pub text: String,
    pub expect: Expect,
}

/// What is to come of a damaged game.
pub(super) enum Expect {
    /// It is accepted, with this warning.
    Warning(&'static str),
    /// It is refused with help, or accepted if that is asked for.
    Help,
}

/// Names of a game to make rules of.
struct Names {
    fact: String,
    function: String,
    role: String,
}

fn names(sheet: &Sheet, random: &mut Random) -> Option<Names> {
    let heads = |keyword: Symbol| -> Vec<&Term> {
        let heads = sheet.rules.iter().filter(|rule| rule.body.is_empty()).map(|rule| &rule.head);
        heads.filter(|head| head.relation == keyword).filter_map(|head| head.args.first()).collect()
    };
    let (facts, roles) = (heads(Symbol::INIT), heads(Symbol::ROLE));
    let fact = *facts.get(random.below(facts.len()))?;
    let function = match fact {
        Term::Constant(name, _) | Term::Compound(name, ..) | Term::Variable(name, _) => sheet.symbols.name(*name),
    };
    let text = |term: &Term| print::term(&sheet.symbols, term, gdl2hdl_gdl::syntax::Language::Kif);
    let role = text(roles.get(random.below(roles.len()))?);
    Some(Names { fact: text(fact), function: function.to_owned(), role })
}

/// The game with damage of a kind; `None` where it has nothing to damage.
pub(super) fn damage(text: &str, sheet: &Sheet, kind: usize, seed: u64) -> Option<Damage> {
    let mut random = Random::new(seed.wrapping_mul(64).wrapping_add(u64::try_from(kind).unwrap()));
    let Names { fact, function, role } = names(sheet, &mut random)?;
    let added = |lines: &[String], random: &mut Random, code: &'static str| {
        let line = &lines[random.below(lines.len())];
        Some(Damage { text: format!("{text}\n{line}\n"), expect: Expect::Warning(code) })
    };
    match KINDS[kind] {
        "typed base" => added(
            &[
                format!("(base {function} (x 1 2 3) (y 1 2 3) (mark {role} b))"),
                format!("(base {function} (x 1 2)) (base {function} (player {role}))"),
                format!("(base {fact} (x {role}))"),
            ],
            &mut random,
            "G121",
        ),
        "declaration with odd arguments" => added(
            &[
                "(base)".to_owned(),
                format!("(input {role})"),
                format!("(input {role} {function} 1)"),
                format!("(base {fact} {fact})"),
            ],
            &mut random,
            "G121",
        ),
        "unsafe declaration" => added(
            &[
                format!("(<= (base ({function} ?x ?y)) (role ?x))"),
                format!("(<= (input ?r ({function} ?x)) (role ?x))"),
                format!("(base ({function} ?x))"),
                "(<= (input ?r wait) (role ?r) (distinct ?r ?q))".to_owned(),
                format!("(<= (base ({function} ?x)) (base_value ?x ?y)) (<= (base_value ?x ?y) (role ?x))"),
            ],
            &mut random,
            "G121",
        ),
        "declaration that depends on the state" => added(
            &[
                "(<= (base ?f) (true ?f))".to_owned(),
                "(<= (base ?f) (next ?f))".to_owned(),
                "(<= (input ?r ?m) (does ?r ?m))".to_owned(),
                format!("(<= (base {fact}) (not (base {fact})))"),
            ],
            &mut random,
            "G121",
        ),
        "malformed declaration" => added(
            &[
                "(base (?x 1))".to_owned(),
                "(base ())".to_owned(),
                format!("(<= (base {fact}) (not))"),
                format!("(input {role} ((move 1)))"),
            ],
            &mut random,
            "G121",
        ),
        "declaration without end" => {
            let line = format!("(base (count_of {role})) (<= (base (count_of (s ?x))) (base (count_of ?x)))");
            added(&[line], &mut random, "G104")
        }
        "negation with variables of its own" => {
            let text = print::kif(&inline::negated_view(sheet, &mut random)?);
            Some(Damage { text, expect: Expect::Warning("G122") })
        }
        "role left out" => Some(Damage { text: print::kif(&without_role(sheet, &mut random)?), expect: Expect::Help }),
        "rules of no role" => added(
            &[
                format!("(<= (legal {role}x odd) (true {fact})) (<= (next odd_fact) (does {role}x odd))"),
                format!("(<= (goal x{role} 100) (true {fact})) (<= (legal x{role} odd) (true {fact}))"),
                format!("(<= (next odd_fact) (does {role}x odd))"),
            ],
            &mut random,
            "G125",
        ),
        _ => added(
            &[
                format!("(<= (sees {role} (after ?f)) (next ?f))"),
                format!("(<= (sees {role} (after ?f)) (follows ?f)) (<= (follows ?f) (next ?f))"),
            ],
            &mut random,
            "G124",
        ),
    }
}

/// Takes `(role ?r)` out of a rule for a keyword with `?r` in its head.
fn without_role(sheet: &Sheet, random: &mut Random) -> Option<Sheet> {
    let mut found = Vec::new();
    for (number, rule) in sheet.rules.iter().enumerate() {
        let of_roles = [Symbol::LEGAL, Symbol::GOAL, Symbol::SEES];
        let Some(Term::Variable(role, _)) = rule.head.args.first().filter(|_| of_roles.contains(&rule.head.relation))
        else {
            continue;
        };
        for (at, part) in rule.body.iter().enumerate() {
            if let Formula::Atom(atom) = part
                && atom.relation == Symbol::ROLE
                && matches!(atom.args.first(), Some(Term::Variable(name, _)) if name == role)
            {
                found.push((number, at));
            }
        }
    }
    let &(number, at) = found.get(random.below(found.len()))?;
    let mut damaged = sheet.clone();
    damaged.rules[number].body.remove(at);
    Some(damaged)
}
