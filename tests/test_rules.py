"""What each action does, and when a game is won or lost."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoplay.errors import UsageError
from autoplay.game import (
    Action,
    Cell,
    FirstClick,
    Game,
    Label,
    Minefield,
    Outcome,
    Topology,
    Verb,
    format_rows,
    make_topology,
    place_mines,
)
from tests.strategies import minefields

SQUARE_3 = make_topology("square", 3, 3)


def _game(mines: set[int], rows: int = 3, cols: int = 3) -> Game:
    return Game.on(Minefield.of(make_topology("square", rows, cols), mines))


def _do(game: Game, *actions: str) -> str:
    topology = game.board().topology
    game.perform([Action.parse(action, topology) for action in actions])
    return "/".join(format_rows(game.board()))


def test_a_zero_opens_its_area_and_the_rim() -> None:
    assert _do(_game({0, 2}, 3, 5), "open 2,4") == "###10/12110/00000"


def test_opening_every_free_cell_wins_and_flags_the_mines() -> None:
    game = _game({0}, 3, 4)
    assert _do(game, "open 2,3") == "F100/1100/0000"
    assert game.outcome is Outcome.WON


def test_a_mine_loses_and_shows_every_mine_and_wrong_flag() -> None:
    game = _game({0, 1, 2})
    assert _do(game, "flag 0,0", "flag 2,2", "open 0,1") == "F!*/###/##x"
    assert game.outcome is Outcome.LOST


def test_nothing_happens_after_the_end() -> None:
    game = _game({0, 1, 2})
    lost = _do(game, "open 0,1")
    assert _do(game, "open 2,2", "flag 1,1") == lost
    assert game.clicks == 1


def test_a_flag_is_not_opened_nor_flooded() -> None:
    game = _game({0}, 3, 4)
    assert _do(game, "flag 1,2", "open 1,2") == "####/##F#/####"
    assert _do(game, "open 2,3") == "#100/11F0/0000"
    assert game.outcome is Outcome.PLAYING


def test_flags_cycle_through_question_marks_only_where_the_game_has_them() -> None:
    plain, questions = (Game(SQUARE_3, 1, question_marks=has) for has in (False, True))
    assert [_do(plain, "flag 0,0")[0] for _ in range(3)] == ["F", "#", "F"]
    assert [_do(questions, "flag 0,0")[0] for _ in range(4)] == ["F", "Q", "#", "F"]


def test_a_chord_opens_the_rest_when_its_flags_are_set() -> None:
    game = _game({0}, 3, 3)
    assert _do(game, "open 1,1", "chord 1,1") == "###/#1#/###"
    assert _do(game, "flag 0,0", "chord 1,1") == "F10/110/000"
    assert game.outcome is Outcome.WON


def test_a_chord_on_a_wrong_flag_loses() -> None:
    game = _game({0}, 3, 3)
    _do(game, "open 1,1", "flag 0,1", "chord 1,1")
    assert game.outcome is Outcome.LOST
    assert game.board()[1] is Label.WRONG_FLAG
    assert game.board()[0] is Label.EXPLODED


@given(minefields(), st.randoms(use_true_random=False))
def test_opening_every_free_cell_in_any_order_wins(field: Minefield, rng: random.Random) -> None:
    game = Game.on(field)
    free = [Cell(c) for c in range(len(field.topology)) if c not in field.mines]
    rng.shuffle(free)
    game.perform([Action(Verb.OPEN, cell) for cell in free])
    assert game.outcome is Outcome.WON


@given(minefields())
def test_opened_numbers_count_the_mines_around(field: Minefield) -> None:
    game = Game.on(field)
    game.perform(
        [Action(Verb.OPEN, Cell(c)) for c in range(len(field.topology)) if c not in field.mines]
    )
    board = game.board()
    for cell in range(len(field.topology)):
        if board[cell].is_number:
            around = field.topology.neighbors[cell]
            assert board.labels[cell] == sum(other in field.mines for other in around)


@given(minefields(max_side=4))
def test_3bv_is_the_least_number_of_clicks(field: Minefield) -> None:
    """Each click opens one area or one lone cell, so any order that clicks zeros first is least."""
    game = Game.on(field)
    free = [Cell(c) for c in range(len(field.topology)) if c not in field.mines]
    clicks = 0
    for cell in sorted(free, key=lambda c: int(field.numbers[c]) > 0):
        if game.board()[cell] is Label.COVERED:
            game.perform([Action(Verb.OPEN, cell)])
            clicks += 1
    assert field.bbbv() == clicks


@given(st.sampled_from(list(FirstClick)), st.integers(0, 24), st.integers(0, 10**6))
def test_the_first_click_keeps_its_promise(rule: FirstClick, first: int, seed: int) -> None:
    topology = make_topology("square", 5, 5)
    field = place_mines(topology, 12, Cell(first), rule, random.Random(seed))
    assert len(field.mines) == 12
    if rule is not FirstClick.UNPROTECTED:
        assert first not in field.mines
    if rule is FirstClick.OPENING:
        assert not field.mines.intersection(topology.neighbors[first])


def test_an_opening_gives_way_where_mines_need_the_room() -> None:
    field = place_mines(SQUARE_3, 8, Cell(4), FirstClick.OPENING, random.Random(1))
    assert field.mines == frozenset(range(9)) - {4}


@pytest.mark.parametrize(
    ("rule", "mines", "click"),
    [("safe", 9, "a safe"), ("opening", 9, "an opening"), ("unprotected", 10, "an unprotected")],
)
def test_too_many_mines_are_refused(rule: str, mines: int, click: str) -> None:
    with pytest.raises(UsageError) as refused:
        place_mines(SQUARE_3, mines, Cell(4), FirstClick(rule), random.Random(1))
    assert str(refused.value) == f"{mines} mines do not fit on 3x3 with {click} first click"


def test_every_safe_minefield_is_equally_likely() -> None:
    """6 places for 2 mines among 4 free cells; 600 draws, 100 expected, 5 sigma is 46."""
    topology = Topology(SQUARE_3.shape, 1, 5)
    rng = random.Random(7)
    drawn = [place_mines(topology, 2, Cell(0), FirstClick.SAFE, rng).mines for _ in range(600)]
    counts = [
        drawn.count(frozenset(pair)) for pair in itertools.combinations(map(Cell, range(1, 5)), 2)
    ]
    assert sum(counts) == 600
    assert all(54 <= count <= 146 for count in counts)


def test_more_mines_than_cells_make_no_game() -> None:
    with pytest.raises(UsageError, match="9 mines do not fit on 4 cells"):
        Game(make_topology("square", 2, 2), 9)
