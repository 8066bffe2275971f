"""Parts that nothing outside bears on: played alone, they are played as well as with the rest."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice

import pytest

from autoplay.errors import BudgetError
from autoplay.game import Action, Board, Cell, Game, Minefield, Outcome, Topology, Verb, parse_board
from autoplay.game.topology import Shape, Variant
from autoplay.inference import analyze, kernel_available
from autoplay.policy import make_policy
from autoplay.policy.search import Search
from tests.readable_search import ReadableSearch, isolated_parts
from tests.strategies import ONE_OF_EACH_SHAPE

no_kernel = pytest.mark.skipif(not kernel_available(), reason="the kernel was not compiled here")


def _cut_in_two(topology: Topology, seed: int, games: int) -> Iterator[Board]:
    """Yield positions without a safe cell of games whose middle columns were opened first.

    Of half of them the mine total is not known.
    """
    rng = random.Random(seed)
    middle = [Cell(c) for c in range(len(topology)) if 2 <= topology.row_col(Cell(c))[1] <= 4]
    for _ in range(games):
        walls = rng.sample(middle, 2)
        outside = sorted(set(range(len(topology))) - set(middle))
        field = Minefield.of(topology, [*walls, *rng.sample(outside, len(outside) // 3)])
        game = Game.on(field)
        game.perform([Action(Verb.OPEN, cell) for cell in middle if cell not in walls])
        while game.outcome is Outcome.PLAYING and (safe := analyze(game.board(), "python").safe):
            game.perform([Action(Verb.OPEN, cell) for cell in safe])
        if game.outcome is Outcome.PLAYING:
            yield rng.choice([game.board(), replace(game.board(), mines=None)])


def _searched(
    topology: Topology, seed: int
) -> Iterator[tuple[Board, list[frozenset[Cell]], Search]]:
    """Yield such positions that have parts, and are small enough to search as a whole."""
    for board in _cut_in_two(topology, seed, games=400):
        try:
            parts = isolated_parts(board)
            whole = Search(board, most=200)
        except BudgetError:
            continue
        if parts:
            yield board, parts, whole


MOST_COMPARED = 16


def _rest(board: Board, parts: list[frozenset[Cell]]) -> frozenset[Cell]:
    return frozenset(board.unopened()).difference(*parts)


@pytest.mark.parametrize(("shape", "variant"), ONE_OF_EACH_SHAPE)
def test_the_chance_to_win_is_the_product_of_the_parts(shape: Shape, variant: Variant) -> None:
    compared = 0
    positions = _searched(Topology(shape, 3, 7, variant), seed=2)
    for board, parts, whole in islice(positions, MOST_COMPARED):
        compared += 1
        chances = [ReadableSearch(board, part=part).win_probability() for part in parts]
        chances.append(ReadableSearch(board, part=_rest(board, parts)).win_probability())
        assert math.prod(chances, start=Fraction(1)) == whole.win_probability()
        best = max(parts[0], key=ReadableSearch(board, part=parts[0]).win_probability_of)
        assert whole.win_probability_of(best) == whole.win_probability()
    assert compared > 5


@no_kernel
@pytest.mark.parametrize(("shape", "variant"), ONE_OF_EACH_SHAPE)
def test_the_kernel_guesses_in_the_smallest_part_and_knows_the_whole_chance(
    shape: Shape, variant: Variant
) -> None:
    policy, compared = make_policy("winning"), 0
    positions = _searched(Topology(shape, 3, 7, variant), seed=4)
    with_rest = (position for position in positions if _rest(*position[:2]))
    for board, parts, whole in islice(with_rest, MOST_COMPARED):
        compared += 1
        advice = policy.advise(board)
        assert str(advice.method).startswith("exact")
        assert advice.alternatives[0].value == pytest.approx(float(whole.win_probability()))
        assert len(next(p for p in parts if advice.actions[0].cell in p)) == len(parts[0])
        told = None if board.mines is None else advice.alternatives[0].value
        assert advice.win_probability == told
    assert compared > 5


FIFTY_FIFTY = """
#100000000
#433333332
##########
##########
##########
##########
##########
"""


@no_kernel
def test_a_part_is_played_first_where_the_rest_is_too_much_to_search() -> None:
    board = parse_board(FIFTY_FIFTY, 19)
    advice = make_policy("winning").advise(board)
    assert advice.actions[0].cell in (0, 10)
    assert (advice.method, advice.win_probability) == ("isolated", None)
    assert advice.alternatives[0].value == 0.5
    assert make_policy("winning:isolated=0").advise(board).method == "two-ply survival"


TWO_CORNERS = """
#10000001#
#43333334#
##########
##########
##########
##########
##########
"""


@no_kernel
def test_a_part_is_worth_its_own_chance_where_the_rest_is_too_much_to_search() -> None:
    board = parse_board(TWO_CORNERS, 19)
    advice = make_policy("winning").advise(board)
    assert advice.method == "isolated"
    assert "its group, which best play wins with a chance of 50.0%" in advice.reason
    assert advice.alternatives[0].value == 0.5


@no_kernel
def test_a_choice_is_worth_the_chance_of_all_parts_where_all_are_searched() -> None:
    searched = "\n".join(TWO_CORNERS.split()[:3])
    advice = make_policy("winning").advise(parse_board(searched, 12))
    assert (advice.method, advice.win_probability) == ("exact", 0.25)
    assert advice.alternatives[0].value == 0.25
