"""What is known is kept from move to move, and is what the whole board says at every one."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

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
    Verb,
)
from autoplay.game.topology import Variant
from autoplay.inference import analyze, kernel_available
from autoplay.policy.settings import Settings

if not kernel_available():
    pytest.skip("the kernel was not compiled here", allow_module_level=True)

from autoplay.errors import BudgetError, ImpossibleBoardError
from autoplay.inference._kernel import CONTRADICTION, OK, TOO_WIDE, Kernel
from autoplay.inference.counting import MAX_LINES
from autoplay.policy.winning import Winning
from tests.strategies import TILINGS

NO_SEARCH = {**vars(Settings()), "plies": 1, "endgame_layouts": 0}


class Mind:
    """A kernel that has seen nothing yet, for boards of one topology."""

    def __init__(self, topology: Topology) -> None:
        self._kernel = Kernel(topology.neighbor_table, MAX_LINES)

    def safe(self, board: Board) -> tuple[Cell, ...]:
        mines = -1 if board.mines is None else board.mines
        status, safe, *_ = self._kernel.decide(board.labels, mines, NO_SEARCH)
        if status == CONTRADICTION:
            raise ImpossibleBoardError("no layout fits")
        if status != OK:
            raise BudgetError("too wide")
        return tuple(safe)


def boards_of_a_game(rng: random.Random, topology: Topology, mines: int) -> Iterator[Board]:
    """Yield the boards of a whole game; some with marks and a cell nobody can read."""
    minefield = Minefield.of(topology, rng.sample(range(len(topology)), mines))
    total = rng.choice([mines, None])
    game = Game.on(minefield)
    while game.outcome is Outcome.PLAYING:
        labels = bytearray(game.board().labels)
        for cell in rng.sample(range(len(labels)), 2):
            if labels[cell] == Label.COVERED:
                labels[cell] = rng.choice([Label.FLAG, Label.QUESTION, Label.UNREADABLE])
        yield Board(topology, bytes(labels), total)
        covered = [cell for cell in game.board().unopened() if cell not in minefield.mines]
        opened = rng.sample(covered, min(len(covered), rng.choice([1, 1, 1, 4])))
        game.perform([Action(Verb.OPEN, cell) for cell in opened])


def large_random_topology(rng: random.Random) -> Topology:
    shape, variant = rng.choice(TILINGS)
    return Topology(shape, rng.randrange(4, 14), rng.randrange(4, 14), variant)


@pytest.mark.parametrize("seed", range(12))
def test_after_every_move_the_safe_cells_are_those_of_a_count_of_the_whole_board(seed: int) -> None:
    rng = random.Random(seed)
    topology = large_random_topology(rng)
    mind = Mind(topology)
    for _ in range(5):
        mines = rng.randrange(1, len(topology) // 4)
        for board in boards_of_a_game(rng, topology, mines):
            try:
                expected = analyze(board, "kernel").safe
            except BudgetError:
                break
            assert mind.safe(board) == expected


@pytest.mark.parametrize(("shape", "variant"), TILINGS)
def test_after_every_move_the_safe_cells_are_those_of_the_readable_engine(
    shape: Shape, variant: Variant
) -> None:
    rng = random.Random(f"{shape}{variant}")
    topology = Topology(shape, 5, 6, variant)
    mind = Mind(topology)
    for _ in range(3):
        for board in boards_of_a_game(rng, topology, rng.randrange(2, 10)):
            assert mind.safe(board) == analyze(board, "python").safe


def test_boards_may_come_in_any_order() -> None:
    rng = random.Random(3)
    topology = Topology(Shape.SQUARE, 9, 9)
    mind = Mind(topology)
    seen = [b for _ in range(4) for b in boards_of_a_game(rng, topology, 12)]
    rng.shuffle(seen)
    for board in seen:
        assert mind.safe(board) == analyze(board, "kernel").safe


def test_a_contradiction_on_the_way_is_found_and_then_forgotten() -> None:
    topology = Topology(Shape.SQUARE, 9, 9)
    mind = Mind(topology)
    found = 0
    for board in boards_of_a_game(random.Random(5), topology, 12):
        opened = [Cell(c) for c, label in enumerate(board.labels) if 0 < label <= 8]
        if opened:
            wrong = board.with_labels({opened[-1]: Label(8)})
            with pytest.raises(ImpossibleBoardError):
                mind.safe(wrong)
            found += 1
        assert mind.safe(board) == analyze(board, "kernel").safe
    assert found > 5


def test_a_cell_that_was_called_safe_and_shows_a_mine_is_a_contradiction() -> None:
    topology = Topology(Shape.SQUARE, 9, 9)
    mind = Mind(topology)
    safe, board = next(
        (safe, board)
        for board in boards_of_a_game(random.Random(5), topology, 12)
        if (safe := mind.safe(board))
    )
    with pytest.raises(ImpossibleBoardError):
        mind.safe(board.with_labels({safe[0]: Label.MINE}))
    assert mind.safe(board) == safe


@pytest.mark.parametrize("seed", range(3))
def test_a_policy_that_saw_the_game_so_far_advises_as_one_that_did_not(seed: int) -> None:
    topology = Topology(Shape.SQUARE, 11, 7 + seed)
    policy = Winning()
    for board in boards_of_a_game(random.Random(seed), topology, 15):
        advice = policy.advise(board)
        policy.advise(Board.covered(topology, board.mines))
        assert policy.advise(board) == advice


def test_after_a_part_too_wide_to_count_nothing_is_left_of_what_was_known() -> None:
    topology = Topology(Shape.SQUARE, 9, 9)
    narrow = Kernel(topology.neighbor_table, 5)
    wide = 0
    for _ in range(3):
        for board in boards_of_a_game(random.Random(5), topology, 12):
            mines = -1 if board.mines is None else board.mines
            decided = narrow.decide(board.labels, mines, NO_SEARCH)
            fresh = Kernel(topology.neighbor_table, 5).decide(board.labels, mines, NO_SEARCH)
            assert decided[:2] == fresh[:2]
            wide += decided[0] == TOO_WIDE
    assert wide > 5
