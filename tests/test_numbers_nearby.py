"""Where the whole board is too dear to count, what is said is proven, or called an estimate."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from autoplay.errors import BudgetError, ImpossibleBoardError
from autoplay.game import (
    Board,
    Cell,
    FirstClick,
    Label,
    Outcome,
    Shape,
    Topology,
    Variant,
    parse_board,
    place_mines,
)
from autoplay.inference import analyze, analyze_nearby, best_known, kernel_available
from autoplay.inference.constraints import Constraint
from autoplay.inference.nearby import _estimate, _Nearby
from autoplay.policy import (
    Advice,
    Policy,
    Premises,
    explained,
    make_policy,
    on_premises,
    weighed_by,
)
from autoplay.policy.estimate import METHOD
from autoplay.policy.playing import simulated_game
from tests.boards import here_and_there, misread, opened_here_and_there, random_numbers_on_triangles
from tests.brute_force import positions
from tests.strategies import TILINGS

no_kernel = pytest.mark.skipif(not kernel_available(), reason="the kernel was not compiled here")
engines = pytest.mark.parametrize("engine", ["python", pytest.param("kernel", marks=no_kernel)])
policies = pytest.mark.parametrize("policy", ["winning", "lowest_risk"])
GUESS = "#########\n#3#3#3#3#\n#########\n#3#3#3#3#\n#########"


def _wide() -> Board:
    return opened_here_and_there(Shape.TRIANGLE, 30, 0.2)


@pytest.fixture
def few_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines that can count a number alone, but not many together."""
    monkeypatch.setattr("autoplay.inference.counting.MAX_LINES", 12)
    if kernel_available():
        monkeypatch.setattr("autoplay.inference.kernel_engine.MAX_LINES", 12)


@engines
@pytest.mark.parametrize(("shape", "variant"), TILINGS)
def test_what_numbers_nearby_prove_all_numbers_prove(
    engine: str, shape: Shape, variant: Variant, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("autoplay.inference.nearby.WINDOW", 3)
    monkeypatch.setattr("autoplay.inference.nearby.CORE", 1)
    proven = 0
    for board in positions(Topology(shape, 5, 5, variant), 7, 60):
        exact, found = analyze(board, engine), analyze_nearby(board, engine)
        assert not found.is_exact
        assert set(found.safe) <= set(exact.safe)
        assert set(found.mines) <= set(exact.mines)
        proven += len(found.safe)
        risk = found.mine_probability
        assert np.array_equal(np.isnan(risk), np.isnan(exact.mine_probability))
        assert all(risk[cell] == 0 for cell in found.safe)
        assert all(risk[cell] == 1 for cell in found.mines)
        others = set(board.unopened()) - {*found.safe, *found.mines}
        assert all(0 < risk[cell] < 1 for cell in others)
    assert proven > 60


@engines
def test_a_window_of_all_numbers_tells_their_exact_risks(engine: str) -> None:
    board = parse_board("#2#3#\n#####\n#3###", 6)
    exact, found = analyze(board, engine), analyze_nearby(board, engine)
    assert np.allclose(found.mine_probability, exact.mine_probability, equal_nan=True, atol=1e-9)


@engines
def test_numbers_nearby_that_contradict_each_other_are_named(engine: str) -> None:
    with pytest.raises(ImpossibleBoardError, match="28,8 shows 2, 29,9 shows 3"):
        analyze_nearby(misread(_wide()), engine)


@engines
def test_more_mines_than_the_total_are_a_contradiction(engine: str) -> None:
    with pytest.raises(ImpossibleBoardError):
        analyze_nearby(parse_board("3#4#\n####\n3##3", 5), engine)


@policies
@engines
def test_what_is_proven_is_played_where_the_frontier_is_too_wide(policy: str, engine: str) -> None:
    board = _wide()
    with pytest.raises(BudgetError):
        analyze(board, engine)
    advice = make_policy(policy, engine).advise(board)
    assert not advice.is_guess
    assert len(advice.actions) > 100
    game = here_and_there(Shape.TRIANGLE, 30, 0.2)
    game.perform(advice.actions)
    assert game.outcome is Outcome.PLAYING
    assert "by the numbers at" in explained(board, advice, engine).reason


@no_kernel
@pytest.mark.parametrize("mines", [None, 720])
def test_an_unknown_total_keeps_nothing_from_being_played(mines: int | None) -> None:
    board = replace(random_numbers_on_triangles(), mines=mines)
    advice = on_premises(make_policy("winning"), Premises()).advise(board)
    assert not advice.is_guess
    assert len(advice.actions) > 500


@policies
@engines
@pytest.mark.parametrize("mines", [None, 12])
@pytest.mark.usefixtures("few_lines")
def test_a_guess_that_is_an_estimate_says_so(policy: str, engine: str, mines: int | None) -> None:
    board = parse_board(GUESS, mines)
    with pytest.raises(BudgetError):
        analyze(board, engine)
    advice = on_premises(make_policy(policy, engine), Premises()).advise(board)
    assert advice.method == METHOD
    assert advice.is_guess
    assert advice.cut_short
    assert advice.win_probability is None
    assert "a chance of about" in advice.reason
    assert "too dear to count" in advice.reason
    assert advice.assumed_mines == (None if mines else round(0.17 * 45))
    assert explained(board, advice, engine).actions == advice.actions


@no_kernel
@pytest.mark.usefixtures("few_lines")
def test_a_simulated_game_goes_on_where_a_board_of_it_is_too_wide() -> None:
    topology, policy = Topology(Shape.SQUARE, 9, 9), make_policy("winning")
    estimated = 0
    for seed in range(20):
        field = place_mines(topology, 16, Cell(0), FirstClick.OPENING, random.Random(seed))
        advised = _Advised(policy)
        stepwise = simulated_game(advised, field, Cell(0))
        played = simulated_game(policy, field, Cell(0))
        assert replace(played, cpu_seconds=0) == replace(stepwise, cpu_seconds=0)
        if advised.methods == {METHOD}:  # no risk is known by which to take its luck out
            estimated += 1
            assert played.expectation == played.won
    assert estimated > 5


class _Advised:
    """A policy asked move by move, and the methods of its guesses."""

    name = "winning"

    def __init__(self, policy: Policy) -> None:
        self._policy, self.methods = policy, set[str | None]()

    def advise(self, board: Board) -> Advice:
        advice = self._policy.advise(board)
        if advice.is_guess:
            self.methods.add(advice.method)
        return advice


@pytest.mark.usefixtures("few_lines")
def test_an_estimate_by_a_total_leaves_what_is_certain_certain() -> None:
    board = parse_board(GUESS)
    known = replace(best_known(board), is_exact=True, safe=(Cell(5),), mines=(Cell(1),))
    weighed = weighed_by(12, known)
    assert not weighed.is_exact
    assert (weighed.mine_probability[5], weighed.mine_probability[1]) == (0, 1)


class _OnTheWholeBoard(_Nearby):
    """Analyses for each window the whole board without the numbers of others: slow, and plain."""

    def _count(self, window: Sequence[Constraint], core: Sequence[Constraint]) -> None:
        heard = {constraint.witness for constraint in window}
        labels = {
            Cell(cell): Label.WRONG_FLAG  # an opened cell that says nothing
            for cell, label in enumerate(self._board.labels)
            if label <= Label.TWELVE and cell not in heard
        }
        for cell, mined in self._fate.items():
            labels[cell] = Label.MINE if mined else Label.WRONG_FLAG
        risk = analyze(self._board.with_labels(labels), self._engine).mine_probability
        self._decide([Cell(int(cell)) for cell in np.flatnonzero(risk == 0)], mined=False)
        self._decide(set(self._hidden) & set(np.flatnonzero(risk == 1)), mined=True)
        for cell in {cell for constraint in core for cell in constraint.cells} - self._fate.keys():
            self._risk.setdefault(cell, _estimate(float(risk[cell])))


@engines
@pytest.mark.parametrize(("shape", "variant"), TILINGS)
@pytest.mark.parametrize("has_total", [True, False])
def test_an_excerpt_of_the_board_says_what_the_whole_board_says(
    engine: str, shape: Shape, variant: Variant, has_total: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("autoplay.inference.nearby.WINDOW", 4)
    monkeypatch.setattr("autoplay.inference.nearby.CORE", 2)
    for board in positions(Topology(shape, 6, 5, variant), 9, 25):
        told = board if has_total else replace(board, mines=None)
        found, whole = analyze_nearby(told, engine), _OnTheWholeBoard(told, engine).analysis()
        assert (found.safe, found.mines) == (whole.safe, whole.mines)
        assert np.allclose(
            found.mine_probability, whole.mine_probability, equal_nan=True, atol=1e-12
        )


@engines
def test_no_window_of_a_large_board_makes_a_board(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Copied for each window, a board takes time by the square of its cells."""
    board = opened_here_and_there(Shape.SQUARE, 20, 0.2)

    def refused(_: Board) -> None:
        raise AssertionError

    monkeypatch.setattr(Board, "__post_init__", refused)
    assert len(analyze_nearby(board, engine).safe) > 20
