//! Reading and printing.

use super::{interpreter, text};
use forethought_core::gdl::syntax::{parse, print_rule, print_sheet};
use proptest::prelude::*;

fn printed(sheet: &str) -> Vec<String> {
    let sheet = parse(sheet).expect("a sheet");
    let rules = sheet.rules.iter();
    rules.map(|rule| print_rule(rule, &sheet.symbols)).collect()
}

#[test]
fn prefix_form_is_read_as_it_is_written() {
    let sheet = "(ROLE Robot); a comment\n(<=(NEXT(Cell ?X b))(or(TRUE p)(Not (distinct ?X B))))";
    let expected = [
        "(role Robot)",
        "(<= (next (Cell ?X b)) (or (true p) (not (distinct ?X B))))",
    ];
    assert_eq!(printed(sheet), expected);
    // A comment may begin inside a word, and a message has no line ends.
    assert_eq!(printed("(role a;b\n)"), ["(role a)"]);
    assert_eq!(
        printed("((role a) terminal (<= (p (f)) (q)))"),
        ["(role a)", "terminal", "(<= (p f) q)"]
    );
    assert_eq!(
        printed("\u{feff}(role a)\r\n(role b)"),
        ["(role a)", "(role b)"]
    );
}

#[test]
fn infix_form_is_read() {
    let sheet = "p(X,f(Y,a)) :- q(X,Y) & ~r(_,_) & (s(X) | distinct(X,Y) | ~t) & OR(u,not(v)). w";
    let expected = "(<= (p ?X (f ?Y a)) (q ?X ?Y) (not (r ?_1 ?_2)) \
                    (or (s ?X) (distinct ?X ?Y) (not t)) (or u (not v)))";
    assert_eq!(printed(sheet), [expected, "w"]);
    let places = parse("role(a)\n terminal :-\n   true(b)").expect("a sheet");
    let place = |at: forethought_core::gdl::Place| (at.line, at.column);
    assert_eq!(place(places.rules[1].at), (2, 2));
    assert_eq!(place(places.rules[1].body[0].at()), (3, 4));
}

#[test]
fn both_forms_of_a_game_are_the_same() {
    let (prefix, infix) = (text("tic_tac_toe.kif"), text("tic_tac_toe.hrf"));
    let (mut a, mut b) = (interpreter(&prefix), interpreter(&infix));
    let (x, y) = (a.initial().to_vec(), b.initial().to_vec());
    let of = |game: &forethought_core::gdl::Interpreter, terms: &[u32]| {
        let mut texts: Vec<_> = terms.iter().map(|term| game.text(*term)).collect();
        texts.sort();
        texts
    };
    assert_eq!(of(&a, &x), of(&b, &y));
    let (legal_a, legal_b) = (a.legal(&x).expect("moves"), b.legal(&y).expect("moves"));
    for (moves_a, moves_b) in legal_a.iter().zip(&legal_b) {
        assert_eq!(of(&a, moves_a), of(&b, moves_b));
    }
}

proptest! {
    #[test]
    fn no_text_breaks_the_parser(text in "[()<=?;a-cN~&|. \n]{0,60}") {
        if let Ok(sheet) = parse(&text) {
            let printed = print_sheet(&sheet);
            prop_assert_eq!(print_sheet(&parse(&printed).expect("printed")), printed);
        }
    }

    #[test]
    fn no_text_breaks_the_infix_parser(text in "([a-cN_]\\(|[()&|~,.%a-cN_ \n]|:-){0,60}") {
        if let Err(error) = parse(&text) {
            prop_assert!(error.at.line > 0);
        }
    }

    #[test]
    fn no_sheet_breaks_the_checks(text in "(\\((<= |init |next |true |legal |does |goal |role |not |or |a |b |\\?x |\\?y |terminal ){1,3}|[abc ]|\\?x|\\?y|\\)){0,30}") {
        let limits = forethought_core::gdl::Limits { facts: 10_000, work: 100_000, gives_up: None };
        forethought_core::gdl::examine(&text, limits);
    }
}
