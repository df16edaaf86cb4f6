//! The layout of printed games.

use expect_test::{Expect, expect};
use gdl2hdl_gdl::syntax::{Language, kif, print};

const GAME: &str = "
(role white) (role black) (init (control white))
(<= (legal ?w (mark ?x ?y)) (true (cell ?x ?y b)) (true (control ?w)))
(<= terminal (line ?w))
(<= terminal (not open))
(<= (next (cell ?m ?n b)) (does ?w (mark ?j ?k)) (true (cell ?m ?n b)) (or (distinct ?m ?j) (distinct ?n ?k)))
(<= (safe ?square) (square ?square) (not (or (and (attacked_by_rook ?square) (not (rook_is_pinned ?square)))
  (attacked_by_bishop_or_queen_along_a_diagonal ?square) (= ?square (corner 1 1)))))
(<= (far ?square) (or (attacked_by_bishop_or_queen_along_a_diagonal ?square) (and (not_attacked_by_anything ?square)
  (not (very_near_to_the_border_of_the_board ?square))) ))
";

fn check(printed: &str, expected: &Expect) {
    expected.assert_eq(printed);
}

#[test]
fn prefix_layout() {
    check(
        &print::kif(&kif::parse(GAME).sheet),
        &expect![[r#"
        (role white)
        (role black)

        (init (control white))

        (<= (legal ?w (mark ?x ?y)) (true (cell ?x ?y b)) (true (control ?w)))

        (<= terminal (line ?w))
        (<= terminal (not open))

        (<= (next (cell ?m ?n b))
            (does ?w (mark ?j ?k))
            (true (cell ?m ?n b))
            (or (distinct ?m ?j) (distinct ?n ?k)))

        (<= (safe ?square)
            (square ?square)
            (not (or (and (attacked_by_rook ?square) (not (rook_is_pinned ?square)))
                     (attacked_by_bishop_or_queen_along_a_diagonal ?square)
                     (= ?square (corner 1 1)))))

        (<= (far ?square)
            (or (attacked_by_bishop_or_queen_along_a_diagonal ?square)
                (and (not_attacked_by_anything ?square)
                     (not (very_near_to_the_border_of_the_board ?square)))))
    "#]],
    );
}

#[test]
fn infix_layout() {
    check(
        &print::hrf(&kif::parse(GAME).sheet),
        &expect![[r#"
        role(white)
        role(black)

        init(control(white))

        legal(W,mark(X,Y)) :- true(cell(X,Y,b)) & true(control(W))

        terminal :- line(W)
        terminal :- ~open

        next(cell(M,N,b)) :-
          does(W,mark(J,K)) &
          true(cell(M,N,b)) &
          (distinct(M,J) | distinct(N,K))

        safe(Square) :-
          square(Square) &
          ~((attacked_by_rook(Square) & ~rook_is_pinned(Square)) |
            attacked_by_bishop_or_queen_along_a_diagonal(Square) |
            Square = corner(1,1))

        far(Square) :-
          (attacked_by_bishop_or_queen_along_a_diagonal(Square) |
           (not_attacked_by_anything(Square) &
            ~very_near_to_the_border_of_the_board(Square)))
    "#]],
    );
}

#[test]
fn parts_are_printed_on_one_line() {
    let sheet = kif::parse(GAME).sheet;
    let rule = sheet.rules.last().unwrap();
    let printed = print::rule(&sheet.symbols, rule, Language::Hrf);
    assert!(!printed.contains('\n') && printed.starts_with("far(Square) :- ("), "{printed}");
    assert_eq!(print::atom(&sheet.symbols, &rule.head, Language::Kif), "(far ?square)");
    assert_eq!(print::term(&sheet.symbols, &rule.head.args[0], Language::Hrf), "Square");
}
