//! Random programs against the definition: a rule holds if some values of its variables make it.

use super::interpreter;
use forethought_core::gdl::{
    GroundLimits, Interpreter, Limits, Net, NetReasoner, Severity, examine, syntax,
};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

const CONSTANTS: [&str; 3] = ["a", "b", "c"];
const VARIABLES: usize = 3;
/// Relations 0 to 5 have two terms each; a rule for one of them denies only those of a lower
/// pair (0 and 1, 2 and 3, 4 and 5). Relation 0 also holds for what the state says.
const RELATIONS: usize = 6;

/// A relation, its terms (below 3 a variable, else a constant), whether it is denied.
type Part = (usize, [usize; 2], bool);

#[derive(Clone, Debug)]
struct Rule {
    head: (usize, [usize; 2]),
    body: Vec<Part>,
    distinct: Option<[usize; 2]>,
}

fn term() -> impl Strategy<Value = usize> {
    prop_oneof![3 => 0..VARIABLES, 1 => VARIABLES..VARIABLES + CONSTANTS.len()]
}

fn rule() -> impl Strategy<Value = Rule> {
    let terms = || [term(), term()];
    let part = (0..RELATIONS, terms(), any::<bool>());
    let body = prop::collection::vec(part, 0..4);
    let distinct = prop::option::of(terms());
    ((0..RELATIONS, terms()), body, distinct).prop_map(|(head, mut body, distinct)| {
        for (relation, _, denied) in &mut body {
            let below = head.0 / 2 * 2;
            *denied &= below > 0;
            *relation %= if *denied { below } else { below + 2 };
        }
        Rule {
            head,
            body,
            distinct,
        }
    })
}

fn name(term: usize) -> String {
    match term.checked_sub(VARIABLES) {
        Some(constant) => CONSTANTS[constant].into(),
        None => format!("?v{term}"),
    }
}

fn atom(relation: usize, [a, b]: [usize; 2]) -> String {
    format!("(r{relation} {} {})", name(a), name(b))
}

impl Rule {
    /// The rule as text. Conditions that give every variable a value come last.
    fn text(&self) -> String {
        let body = self
            .body
            .iter()
            .map(|(relation, terms, denied)| match denied {
                true => format!(" (not {})", atom(*relation, *terms)),
                false => format!(" {}", atom(*relation, *terms)),
            });
        let distinct = self
            .distinct
            .map(|[a, b]| format!(" (distinct {} {})", name(a), name(b)));
        let known: String = (0..VARIABLES).map(|v| format!(" (known ?v{v})")).collect();
        let (body, distinct) = (body.collect::<String>(), distinct.unwrap_or_default());
        format!(
            "(<= {}{distinct}{body}{known})\n",
            atom(self.head.0, self.head.1)
        )
    }

    /// The heads that follow from facts.
    fn follow(&self, facts: &BTreeSet<(usize, [usize; 2])>) -> Vec<(usize, [usize; 2])> {
        let all = (0..27).map(|n| [n % 3, n / 3 % 3, n / 9]);
        let heads = all.filter_map(|values: [usize; 3]| {
            let value = |term: usize| term.checked_sub(VARIABLES).unwrap_or_else(|| values[term]);
            let holds = |(relation, terms, denied): &Part| {
                facts.contains(&(*relation, terms.map(value))) != *denied
            };
            let differ = self.distinct.is_none_or(|[a, b]| value(a) != value(b));
            let head = (self.head.0, self.head.1.map(value));
            (differ && self.body.iter().all(holds)).then_some(head)
        });
        heads.collect()
    }
}

/// All facts, stratum by stratum, each by trying every rule until nothing is new.
fn facts(rules: &[Rule], state: &BTreeSet<[usize; 2]>) -> BTreeSet<(usize, [usize; 2])> {
    let mut facts: BTreeSet<_> = state.iter().map(|terms| (0, *terms)).collect();
    for stratum in 0..RELATIONS / 2 {
        loop {
            let before = facts.len();
            for rule in rules.iter().filter(|rule| rule.head.0 / 2 == stratum) {
                let found = rule.follow(&facts);
                facts.extend(found);
            }
            if facts.len() == before {
                break;
            }
        }
    }
    facts
}

fn sheet(rules: &[Rule], state: &BTreeSet<[usize; 2]>) -> String {
    let mut text = String::from("(role r) terminal (known a) (known b) (known c)\n");
    for [a, b] in state {
        text += &format!("(init (e {} {}))\n", CONSTANTS[*a], CONSTANTS[*b]);
    }
    text += "(<= (r0 ?x ?y) (true (e ?x ?y)))\n";
    for relation in 0..RELATIONS {
        text += &format!("(<= (legal r (is r{relation} ?x ?y)) (r{relation} ?x ?y))\n");
    }
    text + &rules.iter().map(Rule::text).collect::<String>()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn what_follows_is_what_should(
        rules in prop::collection::vec(rule(), 0..10),
        state in prop::collection::btree_set([0usize..3, 0..3], 0..5),
    ) {
        let text = sheet(&rules, &state);
        let mut game = interpreter(&text);
        let start = game.initial().to_vec();
        let legal = game.legal(&start).expect("an answer").remove(0);
        let found: BTreeSet<_> = legal.iter().map(|action| game.text(*action)).collect();
        let expected: BTreeSet<_> = facts(&rules, &state)
            .into_iter()
            .map(|(relation, [a, b])| format!("(is r{relation} {} {})", CONSTANTS[a], CONSTANTS[b]))
            .collect();
        prop_assert_eq!(found, expected, "{}", text);
    }
}

/// Moves that turn fluents on and off.
const SWITCHES: &str = "
    (<= (legal r (on ?x ?y)) (known ?x) (known ?y))
    (<= (legal r (off ?x ?y)) (known ?x) (known ?y))
    (<= (next (e ?x ?y)) (does r (on ?x ?y)))
    (<= (next (e ?x ?y)) (true (e ?x ?y)) (not (does r (off ?x ?y))))";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_net_says_the_same(
        rules in prop::collection::vec(rule(), 0..10),
        state in prop::collection::btree_set([0usize..3, 0..3], 0..5),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 8),
    ) {
        let text = sheet(&rules, &state) + SWITCHES;
        let parsed = syntax::parse(&text).expect("a sheet");
        let mut game = interpreter(&text);
        let net = Net::new(&mut game, &parsed, GroundLimits::default()).expect("a net");
        let mut net = NetReasoner::new(Arc::new(net));
        let mut state = game.initial().to_vec();
        for pick in picks {
            let legal = game.legal(&state).expect("an answer");
            prop_assert_eq!(&net.legal(&state), &legal, "{}", text);
            let switches = legal[0].iter().filter(|action| !game.text(**action).starts_with("(is"));
            let switches: Vec<_> = switches.copied().collect();
            let action = [*pick.get(&switches)];
            let next = game.next(&state, &action).expect("a state");
            prop_assert_eq!(net.next(&state, &action), Ok(next.clone()), "{}", text);
            state = next;
        }
    }
}

/// Positions of a walk and who wins from them: whoever can't move loses.
fn walk(steps: &str) -> String {
    format!(
        "(role r) (legal r go) (<= terminal (true over)) (init at) {steps}
         (<= (wins ?x) (step ?x ?y) (not (wins ?y)))
         (<= (legal r (from ?x)) (wins ?x))"
    )
}

fn legal(text: &str) -> (Vec<String>, bool) {
    let mut game = interpreter(text);
    let start = game.initial().to_vec();
    let moves = game.legal(&start).expect("an answer").remove(0);
    let texts = moves.iter().map(|action| game.text(*action)).collect();
    (texts, game.undecided())
}

#[test]
fn denials_are_decided_fact_by_fact() {
    let line = walk("(step 1 2) (step 2 3) (step 3 4)");
    assert_eq!(
        legal(&line),
        (
            vec!["go".into(), "(from 1)".into(), "(from 3)".into()],
            false
        )
    );
    // 3 wins by going to 4; 1 and 2 go round.
    let ring = walk("(step 1 2) (step 2 1) (step 3 4)");
    assert_eq!(legal(&ring), (vec!["go".into(), "(from 3)".into()], true));
}

#[test]
fn a_fluent_of_any_kind_can_be_denied() {
    let text = "(role r) (legal r go) (init on) (init (at a)) (<= terminal (true off))
        (<= (next ?f) (true ?f) (not (true ?f))) (<= (next (at ?x)) (true (at ?x)))";
    let mut game = interpreter(text);
    let (state, go) = (game.initial().to_vec(), game.term("go").expect("a move"));
    let next = game.next(&state, &[go]).expect("a state");
    let texts: Vec<_> = next.iter().map(|fluent| game.text(*fluent)).collect();
    assert_eq!(texts, ["(at a)"]);
}

#[test]
fn what_denies_itself_has_no_net() {
    let reason = |steps: &str| {
        let text = walk(steps);
        let sheet = syntax::parse(&text).expect("a sheet");
        let net = Net::new(&mut interpreter(&text), &sheet, GroundLimits::default());
        net.err().map(|reason| reason.code)
    };
    assert_eq!(reason("(step 1 2) (step 2 3) (step 3 4)"), None);
    let changing = "(init (way 1 2)) (init (way 2 1)) (<= (step ?x ?y) (true (way ?x ?y)))
        (<= (next (way ?x ?y)) (true (way ?x ?y)))";
    assert_eq!(reason(changing), Some("denied-loop"));
    assert_eq!(reason("(step 1 2) (step 2 1)"), Some("denied-loop"));
}

#[test]
fn what_has_no_end_is_refused_in_time() {
    // The second doubles its text in each step.
    for more in ["(s ?x)", "(s ?x ?x)"] {
        grows_without_end(more);
    }
}

fn grows_without_end(more: &str) {
    let text = format!(
        "(role r) (init (n zero)) (legal r go) (<= terminal (true (n one)))
        (<= (next (n {more})) (true (n ?x)))
        (<= (goal r 100) (true (n zero)))"
    );
    let mut game = interpreter(&text);
    let mut state = game.initial().to_vec();
    let error = loop {
        let moves = game.legal(&state).expect("an answer").remove(0);
        match game.next(&state, &moves) {
            Ok(next) => state = next,
            Err(error) => break error,
        }
    };
    assert_eq!((error.code, error.severity), ("limit", Severity::Error));
}

#[test]
fn too_many_facts_are_refused() {
    let many = "(role r) (d 1) (d 2) (d 3) (d 4) (d 5) (d 6) (d 7) (d 8) (d 9)
        (<= (legal r (m ?a ?b ?c ?d ?e ?f)) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f))
        (<= terminal (true x)) (<= (goal r 0) terminal)";
    let limits = Limits {
        facts: 10_000,
        work: 1_000_000,
        gives_up: None,
    };
    let found = examine(many, limits);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].code, found[0].at.line), ("limit", 2));
}

#[test]
fn long_work_is_given_up_when_asked() {
    let digits: String = (0..10).map(|n| format!("(d {n})")).collect();
    let text = format!(
        "(role r) {digits} (<= terminal (true end)) (<= (goal r 0) terminal)
        (<= (legal r (m ?a ?b ?c ?e ?f)) (d ?a) (d ?b) (d ?c) (d ?e) (d ?f))"
    );
    let sheet = syntax::parse(&text).expect("a sheet");
    let legal = |gives_up: Option<fn() -> bool>| {
        let limits = Limits {
            gives_up,
            ..Limits::default()
        };
        let mut game = Interpreter::new(&sheet, limits)?;
        let initial = game.initial().to_vec();
        game.legal(&initial)
    };
    assert_eq!(legal(None).expect("moves")[0].len(), 100_000);
    let given_up = legal(Some(|| true)).expect_err("no answer");
    assert_eq!(given_up.message, "given up");
}

#[test]
fn rules_of_any_length_are_soon_judged() {
    let conditions = "(d a) ".repeat(200_000);
    let text = format!("(role r) (d a) (legal r go) (<= terminal {conditions}) (goal r 0)");
    let found = examine(&text, Limits::default());
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        found[0].message, "the rule has 200000 conditions",
        "{found:?}"
    );
}
