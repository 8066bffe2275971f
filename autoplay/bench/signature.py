"""A hash of a policy's advice on a fixed corpus: the same hash means no functional change.

The corpus is drawn, not stored: every position, certain or a guess, of seeded games on boards of
every topology.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence

from autoplay.game import (
    VARIANTS,
    Action,
    Board,
    Cell,
    FirstClick,
    Game,
    Outcome,
    Shape,
    Topology,
    Verb,
    place_mines,
)
from autoplay.inference import analyze
from autoplay.policy.advice import Policy

GAMES_PER_TILING = 12
SIZES = ((6, 6, 6), (9, 9, 10), (12, 16, 34))
"""Rows, columns, mines: small enough that any policy and engine is quick on all of them."""


def corpus() -> Iterator[Board]:
    """Yield the boards of the corpus: those of games in which a player who may peek guesses."""
    for shape in Shape:
        for variant in VARIANTS[shape]:
            for game in range(GAMES_PER_TILING):
                rows, cols, mines = SIZES[game % len(SIZES)]
                topology = Topology(shape, rows, cols, variant)
                yield from _played(topology, mines, random.Random(f"{shape}-{variant}-{game}"))


def _played(topology: Topology, mines: int, rng: random.Random) -> Iterator[Board]:
    """Open what is certain or else a random free cell; yield the board before each move.

    Boards of games cut short at random would hardly ever be guesses, which policies differ in.
    """
    first = Cell(rng.randrange(len(topology)))
    field = place_mines(topology, mines, first, FirstClick.SAFE, rng)
    game = Game.on(field)
    cells: Sequence[Cell] = [first]
    while True:
        game.perform([Action(Verb.OPEN, cell) for cell in cells])
        if game.outcome is not Outcome.PLAYING:
            return
        board = game.board()
        yield board
        free = [cell for cell in board.unopened() if cell not in field.mines]
        cells = analyze(board).safe or [rng.choice(free)]


def signature(policy: Policy) -> str:
    """Return 16 hexadecimal digits that depend on every action advised on the corpus."""
    digest = hashlib.sha256()
    for board in corpus():
        advice = policy.advise(board)
        actions = sorted(action.format(board.topology) for action in advice.actions)
        digest.update(";".join(actions).encode() + b"\n")
    return digest.hexdigest()[:16]
