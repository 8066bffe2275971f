"""Positions as they arise in play: boards of real games, driven by a player who may peek."""

from __future__ import annotations

import random
from enum import StrEnum

from autoplay.game import (
    Action,
    Board,
    Cell,
    FirstClick,
    Game,
    Label,
    Outcome,
    Shape,
    Topology,
    Verb,
)


class Stage(StrEnum):
    """How far a game has come, and how its end is shown."""

    FRESH = "fresh"
    MIDDLE = "middle"
    FLAGS = "flags"  # with flags, wrong ones and question marks among them
    LOST = "lost"  # every mine shown
    LOST_ONE = "lost, one mine shown"
    LOST_ALL = "lost, everything shown"
    WON = "won"  # the mines flagged
    WON_PLAIN = "won, mines covered"


DENSITY = {Shape.SQUARE: (0.10, 0.22), Shape.HEXAGON: (0.10, 0.22), Shape.TRIANGLE: (0.06, 0.16)}
"""Least and greatest share of mines."""


def play_to(stage: Stage, topology: Topology, rng: random.Random) -> Board:
    """Return a board at this stage of a random game; its mine total is set."""
    mines = _mine_total(topology, rng)
    rule = rng.choice((FirstClick.OPENING, FirstClick.OPENING, FirstClick.SAFE))
    game = Game(topology, mines, rule, rng, question_marks=True)
    if stage is Stage.FRESH:
        return game.board()
    start = Cell(rng.randrange(len(topology)))
    while start in topology.absent:
        start = Cell(rng.randrange(len(topology)))
    game.perform([Action(Verb.OPEN, start)])
    match stage:
        case Stage.MIDDLE:
            _advance(game, rng.uniform(0.02, 0.95), rng)
        case Stage.FLAGS:
            _advance(game, rng.uniform(0.05, 0.9), rng)
            _mark(game, rng)
        case Stage.WON | Stage.WON_PLAIN:
            _advance(game, 1.0, rng)
        case _:
            _advance(game, rng.uniform(0.05, 0.95), rng)
            if rng.random() < 0.7:
                _mark(game, rng)
            _explode(game, rng)
    return as_shown(game, stage)


def _mine_total(topology: Topology, rng: random.Random) -> int:
    low, high = DENSITY[topology.shape]
    return min(max(round(len(topology) * rng.uniform(low, high)), 1), len(topology) - 10)


def _advance(game: Game, share: float, rng: random.Random) -> None:
    """Open this share of what is still safe, mostly beside what is open already."""
    board = game.board()
    safe = _covered_safe(game, board)
    stop = round(len(safe) * (1 - share))
    while game.outcome is Outcome.PLAYING:
        board = game.board()
        safe = _covered_safe(game, board)
        if len(safe) <= stop:
            return
        edge = [
            cell
            for cell in safe
            if any(board[other].is_number for other in board.topology.neighbors[cell])
        ]
        few = max(len(edge) // 4, 1)
        chosen = rng.sample(edge, few) if edge else [rng.choice(safe)]
        game.perform([Action(Verb.OPEN, cell) for cell in chosen[: max(len(safe) - stop, 1)]])


def _covered_safe(game: Game, board: Board) -> list[Cell]:
    assert game.minefield is not None
    mines = game.minefield.mines
    return [cell for cell in board.cells(Label.COVERED, Label.QUESTION) if cell not in mines]


def _mark(game: Game, rng: random.Random) -> None:
    """Flag some mines, a few cells that are none, and question some others."""
    if game.outcome is not Outcome.PLAYING or game.minefield is None:
        return
    mines = sorted(game.minefield.mines)
    flagged = rng.sample(mines, rng.randint(1, len(mines)))
    safe = _covered_safe(game, game.board())
    wrong = rng.sample(safe, min(rng.choice((0, 0, 1, 2, 4)), len(safe)))
    left = [cell for cell in game.board().cells(Label.COVERED) if cell not in {*flagged, *wrong}]
    asked = rng.sample(left, min(rng.choice((0, 0, 0, 1, 3)), len(left)))
    game.perform([Action(Verb.FLAG, cell) for cell in (*flagged, *wrong)])
    game.perform([Action(Verb.FLAG, cell) for cell in asked for _ in range(2)])


def _explode(game: Game, rng: random.Random) -> None:
    if game.outcome is not Outcome.PLAYING or game.minefield is None:
        return
    hidden = [
        c for c in game.board().cells(Label.COVERED, Label.QUESTION) if c in game.minefield.mines
    ]
    if not hidden:
        flag = rng.choice(sorted(game.minefield.mines))
        game.perform([Action(Verb.FLAG, flag)])  # flag becomes a question mark, which opens
        hidden = [flag]
    game.perform([Action(Verb.OPEN, rng.choice(hidden))])


def as_shown(game: Game, stage: Stage) -> Board:
    """Return the board as games with this habit show their end."""
    board = game.board()
    assert game.minefield is not None
    numbers = game.minefield.numbers
    shown: list[tuple[Cell, Label]] = []
    match stage:
        case Stage.LOST_ONE:
            shown += [(cell, Label.COVERED) for cell in board.cells(Label.MINE)]
            shown += [(cell, Label.FLAG) for cell in board.cells(Label.WRONG_FLAG)]
        case Stage.LOST_ALL:
            closed = board.cells(Label.COVERED, Label.QUESTION, Label.WRONG_FLAG)
            shown += [(cell, Label(int(numbers[cell]))) for cell in closed]
            shown += [(cell, Label.MINE) for cell in board.cells(Label.FLAG)]
        case Stage.WON_PLAIN:
            shown += [(cell, Label.COVERED) for cell in board.cells(Label.FLAG)]
        case _:
            pass
    return board.with_labels(shown)
