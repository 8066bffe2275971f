"""The game-tree search against a player that tries every click on every layout by the rules."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction

import pytest

from autoplay.errors import BudgetError, ImpossibleBoardError
from autoplay.game import (
    Action,
    Board,
    Cell,
    Game,
    Label,
    Minefield,
    Outcome,
    Shape,
    Topology,
    Variant,
    Verb,
    parse_board,
)
from autoplay.inference import analyze
from autoplay.inference.layouts import layouts_of
from autoplay.policy.search import Search
from tests import brute_force
from tests.readable_search import ReadableSearch
from tests.strategies import TILINGS

tilings = pytest.mark.parametrize(("shape", "variant"), TILINGS)


def _play(layout: frozenset[Cell], topology: Topology, clicks: tuple[Cell, ...]) -> Game:
    game = Game.on(Minefield(topology, layout))
    game.perform([Action(Verb.OPEN, cell) for cell in clicks])
    return game


class Player:
    """Tries every click on every layout; a position it has seen before it does not try again."""

    def __init__(self, topology: Topology) -> None:
        self._topology = topology
        self._known: dict[bytes, int] = {}

    def wins(self, layouts: list[frozenset[Cell]], clicks: tuple[Cell, ...]) -> int:
        """In how many layouts the best clicks after these win."""
        games = [(layout, _play(layout, self._topology, clicks)) for layout in layouts]
        seen: dict[bytes, list[frozenset[Cell]]] = defaultdict(list)
        for layout, game in games:
            if game.outcome is Outcome.PLAYING:
                seen[game.board().labels].append(layout)
        for labels in seen.keys() - self._known.keys():
            covered = [Cell(cell) for cell, label in enumerate(labels) if label == Label.COVERED]
            self._known[labels] = max(self.wins(seen[labels], (*clicks, cell)) for cell in covered)
        won = sum(game.outcome is Outcome.WON for _, game in games)
        return won + sum(self._known[labels] for labels in seen)


def _positions(topology: Topology, count: int, most: int = 12) -> Iterator[tuple[Board, Game]]:
    """Yield boards that play has reached, with few layouts left, and the game they come from."""
    rng = random.Random(f"{topology}")
    while count:
        mines = rng.sample(range(len(topology)), rng.randint(1, 4))
        game = Game.on(Minefield.of(topology, mines))
        for _ in range(rng.randint(1, 4)):
            game.perform([Action(Verb.OPEN, Cell(rng.randrange(len(topology))))])
        if game.outcome is Outcome.PLAYING and game.clicks:
            board = game.board()
            if 1 < len(brute_force.layouts_of(board)[1]) <= most:
                count -= 1
                yield board, game


@tilings
def test_the_win_probability_is_that_of_trying_every_click(shape: Shape, variant: Variant) -> None:
    topology = Topology(shape, 3, 4, variant)
    for board, _ in _positions(topology, 5):
        layouts = layouts_of(board)
        opened = tuple(Cell(c) for c in range(len(topology)) if board[c].is_number)
        expected = Fraction(Player(topology).wins(layouts, opened), len(layouts))
        search = Search(board)
        assert search.win_probability() == expected
        hidden = list(board.unopened())
        chances = {cell: search.win_probability_of(cell) for cell in hidden}
        assert max(chances.values()) == expected
        cell = random.Random(str(expected)).choice(hidden)
        tried = [layout for layout in layouts if cell not in layout]
        assert chances[cell] == Fraction(
            Player(topology).wins(tried, (*opened, cell)), len(layouts)
        )


@tilings
def test_survival_is_the_chance_to_outlive_two_openings(shape: Shape, variant: Variant) -> None:
    topology = Topology(shape, 3, 4, variant)
    for board, _ in _positions(topology, 20, most=60):
        cell = next(iter(board.unopened()))
        search, before = ReadableSearch(board), analyze(board, "python")
        assert before.layouts is not None
        alive = Fraction(0)
        for number in range(len(topology.neighbors[cell]) + 1):
            opened = board.with_labels({cell: Label(number)})
            if not len(brute_force.layouts_of(opened)[1]):
                continue
            after = analyze(opened, "python")
            assert after.layouts is not None
            rest = [float(after.mine_probability[other]) for other in opened.unopened()]
            over = all(risk == 1 for risk in rest)
            survived = 1 if over else 1 - Fraction(min(rest)).limit_denominator(1000)
            alive += Fraction(after.layouts, before.layouts) * survived
        assert search.survival(cell) == alive


def test_a_fifty_fifty_is_won_half_the_time_and_two_of_them_a_quarter() -> None:
    one = "1#\n1#\n"
    assert Search(parse_board(one, 1)).win_probability() == Fraction(1, 2)
    two = "#1001#\n#1001#\n"
    assert Search(parse_board(two, 2)).win_probability() == Fraction(1, 4)


def test_with_an_unknown_total_a_game_that_is_over_is_won() -> None:
    """One cell: mined, and the game was won already, or free, and it is opened."""
    assert Search(parse_board("x#")).win_probability() == 1


@tilings
def test_layouts_are_listed_as_brute_force_lists_them(shape: Shape, variant: Variant) -> None:
    for board in brute_force.positions(Topology(shape, 4, 4, variant), 5, 60):
        hidden, expected = brute_force.layouts_of(board)
        listed = layouts_of(board)
        assert len(listed) == len(set(listed))
        assert set(listed) == {
            frozenset(cell for cell, mine in zip(hidden, row, strict=True) if mine)
            for row in expected
        }


@pytest.mark.parametrize(("side", "mines"), [(9, 10), (150, 4500)])
def test_too_many_layouts_are_refused(side: int, mines: int) -> None:
    """Their number itself may have more digits than the 4300 that Python writes."""
    with pytest.raises(BudgetError, match="at most 10000 are listed"):
        layouts_of(Board.covered(Topology(Shape.SQUARE, side, side), mines))


def test_layouts_of_a_board_that_has_none_are_refused_with_the_reason() -> None:
    with pytest.raises(ImpossibleBoardError, match="0,0 shows 3"):
        layouts_of(parse_board("3#\n##\n00", 3))
