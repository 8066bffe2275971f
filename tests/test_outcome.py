"""What a board shows of how its game stands, and what its end tells of the clicks before."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from autoplay.game import (
    Action,
    Cell,
    Game,
    Minefield,
    Outcome,
    Verb,
    make_topology,
    parse_board,
)
from autoplay.play.outcome import (
    bbbv_of,
    is_all_open,
    is_over,
    outcome_after,
    outcome_of,
)
from autoplay.play.persons_end import outcome_after_person
from tests.strategies import minefields


@pytest.mark.parametrize(
    ("text", "mines", "outcome"),
    [
        ("1#\n11", 1, Outcome.WON),
        ("1F\n11", None, Outcome.WON),
        ("F1F\n110", None, Outcome.PLAYING),  # a person's flag on a cell that is free
        ("1#\n11", None, Outcome.PLAYING),
        ("##\n##", 4, Outcome.WON),
        ("##\n##", None, Outcome.PLAYING),
        ("1!\n##", 1, Outcome.LOST),
        ("1*\n##", 2, Outcome.LOST),
        ("1*\n11", 1, Outcome.WON),
        ("x#\n##", None, Outcome.LOST),
    ],
)
def test_what_a_board_shows_of_its_outcome(text: str, mines: int | None, outcome: Outcome) -> None:
    assert outcome_of(parse_board(text, mines)) is outcome


@given(minefields(max_side=5))
def test_the_3bv_of_a_won_board_is_the_minefields(field: Minefield) -> None:
    game = Game.on(field)
    free = [c for c in range(len(field.topology)) if c not in field.mines]
    game.perform([Action(Verb.OPEN, Cell(c)) for c in free])
    assert bbbv_of(game.board()) == field.bbbv()


def test_a_board_that_a_loss_opened_whole_is_not_taken_for_a_win() -> None:
    before = parse_board("1##\n###\n###", 1)
    shown = parse_board("1F1\n111\n000", 1)
    hit, beside = Action(Verb.OPEN, Cell(1)), Action(Verb.OPEN, Cell(3))
    assert outcome_of(shown) is Outcome.WON
    assert outcome_after(before, [hit], shown) is Outcome.LOST
    # The zeros were not reached from a click that was free: the person opened them.
    assert outcome_after(before, [beside], shown) is Outcome.WON
    assert outcome_after(before, [beside, hit], shown) is Outcome.LOST


def test_two_flags_set_by_the_person_one_where_it_clicked_are_no_loss() -> None:
    before = parse_board("1####\n#####\n#####\n#####", 5)
    flagged = parse_board("1F###\n##F##\n#####\n#####", 5)
    lost = parse_board("1F###\n##F##\n##F##\n#####", 5)
    clicked = Action(Verb.OPEN, Cell(1))
    assert outcome_after(before, [clicked], flagged) is Outcome.PLAYING
    assert outcome_after(before, [clicked], lost) is Outcome.LOST


def test_flags_on_clicked_cells_that_were_proven_free_are_no_mines() -> None:
    before = parse_board("111##\n1####\n1####\n#####", 5)
    flagged = parse_board("111F#\n1#FF#\n1####\n#####", 5)  # all three are free
    assert outcome_after(before, _open(3, 7, 8), flagged) is Outcome.PLAYING
    assert outcome_after(before, _open(3, 7, 8, 19), flagged) is Outcome.PLAYING


def _open(*cells: int) -> list[Action]:
    return [Action(Verb.OPEN, Cell(cell)) for cell in cells]


def _flag(*cells: int) -> list[Action]:
    return [Action(Verb.FLAG, Cell(cell)) for cell in cells]


def test_flags_set_with_the_clicks_are_no_mines_of_a_lost_game() -> None:
    game = Game.on(Minefield.of(make_topology("square", 4, 6), [0, 7, 9, 11]))
    game.perform(_open(18))
    before = game.board()
    moves = [*_open(6, 8, 10), *_flag(7, 9, 11)]
    game.perform([*_flag(6), *moves])  # the person flagged 6, which is free
    assert outcome_after(before, moves, game.board()) is Outcome.PLAYING
    assert outcome_after(before, moves, game.board(), moves) is Outcome.PLAYING
    assert outcome_after(before, _open(6, 8, 10), game.board()) is Outcome.PLAYING


def test_mines_taken_for_flags_after_a_guess_are_a_loss_beside_flags_set_with_it() -> None:
    before, now = (
        parse_board(f"{row}\n11\n00\n22\n{last}", 3) for row, last in (("##", "##"), ("F#", "FF"))
    )
    assert outcome_after(before, [*_open(0), *_flag(8, 9)], now) is Outcome.LOST


def test_cells_the_person_opened_at_the_end_are_no_loss_where_flags_were_set() -> None:
    before = parse_board("01#\n01#\n01#\n01#\n01#\n01#", 2)
    now = parse_board("011\n01F\n011\n011\n01F\n011", 2)
    assert outcome_after(before, [*_open(2), *_flag(5, 14)], now) is Outcome.WON


def test_a_flag_set_by_the_person_where_it_clicked_is_no_loss() -> None:
    before, now = parse_board("1##\n###\n###", 3), parse_board("1F#\n###\n###", 3)
    assert outcome_after(before, [Action(Verb.OPEN, Cell(1))], now) is Outcome.PLAYING


def test_mines_taken_for_flags_where_it_clicked_are_a_loss() -> None:
    before, now = parse_board("1##\n###\n###", 3), parse_board("1FF\n##F\n###", 3)
    assert outcome_after(before, [Action(Verb.OPEN, Cell(1))], now) is Outcome.LOST


LAST = "1##\n111\n000"
"""A board of one mine, its last free cell proven."""


@pytest.mark.parametrize(
    ("now", "mines", "outcome"),
    [
        ("1*#\n111\n000", 1, Outcome.PLAYING),
        ("1*#\n111\n000", None, Outcome.PLAYING),
        ("1!#\n111\n000", 1, Outcome.LOST),
        ("1#*\n111\n000", 1, Outcome.LOST),
        ("1*1\n111\n000", 1, Outcome.WON),
    ],
)
def test_mines_shown_beside_the_last_clicked_cell_may_be_flags_of_a_won_game(
    now: str, mines: int | None, outcome: Outcome
) -> None:
    before, shown = parse_board(LAST, mines), parse_board(now, mines)
    assert outcome_after(before, _open(2), shown) is outcome


def test_mines_shown_beside_free_cells_nobody_clicked_are_a_loss() -> None:
    before, shown = parse_board("1##\n1##\n000", 1), parse_board("1*#\n1##\n000", 1)
    assert outcome_after(before, _open(2), shown) is Outcome.LOST


CORNERS = "####\n####\n####\n####"
STRIPS = "01#\n" * 9
"""Six cells that are proven free, each to be opened by a click of its own."""


@pytest.mark.parametrize(
    ("before", "now", "mines", "outcome"),
    [
        (CORNERS, "*11*\n1111\n1100\n*100", 3, Outcome.LOST),
        (CORNERS, "F11F\n1111\n1100\nF100", 3, Outcome.LOST),
        # No mine is marked: a quick person opened one cell after another.
        (CORNERS, "#11#\n1111\n1100\n#100", 3, Outcome.WON),
        # One flood shows all.
        (CORNERS, "F100\n1100\n0000\n0000", 1, Outcome.WON),
        # All that is proven, one cell after another.
        ("01#\n01#\n01#\n01#\n01#\n01#", "011\n01F\n011\n011\n01F\n011", 2, Outcome.WON),
        # A chord, on the number that has its flags only.
        ("F###\n#2#2\n##F1", "F11F\n1222\n01F1", None, Outcome.WON),
        ("####\n#2#2\n###1", "F11F\n1222\n01F1", None, Outcome.LOST),
        # One flood left mines alone, which show: so does a lost game that opens its whole board.
        (CORNERS, "*100\n1100\n0000\n0000", 1, None),
        # A guess at the last cell but one.
        ("1##1", "1*11", 1, None),
        # Cell after cell can be proven free, but not within a look.
        (STRIPS, "011\n01*\n011\n" * 3, 3, Outcome.LOST),
        (STRIPS, "011\n01F\n011\n" * 3, 3, Outcome.WON),
        # What shows no win is no win.
        (CORNERS, "F11#\n1111\n1100\nF100", 2, Outcome.PLAYING),
        (CORNERS, "!###\n####\n####\n####", 3, Outcome.LOST),
    ],
)
def test_a_win_of_the_persons_is_what_their_move_can_have_opened(
    before: str, now: str, mines: int | None, outcome: Outcome | None
) -> None:
    was, is_now = parse_board(before, mines), parse_board(now, mines)
    assert outcome_after_person(was, is_now) is outcome


def test_a_flood_explains_what_it_opened() -> None:
    before = parse_board("###\n###\n###", 1)
    won = parse_board("1#1\n111\n000", 1)
    bottom, corner = Action(Verb.OPEN, Cell(7)), Action(Verb.OPEN, Cell(0))
    last = Action(Verb.OPEN, Cell(2))
    assert outcome_after(before, [bottom, corner, last], won) is Outcome.WON


def test_the_3bv_of_a_win_is_known_where_the_mine_total_is_not() -> None:
    topology = make_topology("square", 5, 5)
    field = Minefield.of(topology, [0, 7])
    game = Game.on(field)
    game.perform([Action(Verb.OPEN, Cell(24))])
    unknown = replace(game.board(), mines=None)
    assert not is_all_open(unknown)
    game.perform(
        [Action(Verb.OPEN, cell) for cell in unknown.unopened() if cell not in field.mines]
    )
    assert is_all_open(replace(game.board(), mines=None))


def test_a_board_on_which_only_proven_mines_are_covered_is_over() -> None:
    assert is_over(parse_board("2#\n#2"))
    assert not is_over(parse_board("1#\n##"))
