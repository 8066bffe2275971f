"""A hash of a policy's advice on a fixed corpus: the same hash means no functional change.

The corpus is drawn, not stored: positions of seeded games on boards of every topology.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator

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
from autoplay.policy.advice import Policy

GAMES_PER_TILING = 12
SIZES = ((6, 6, 6), (9, 9, 10), (12, 16, 34))
"""Rows, columns, mines: small enough that any policy and engine is quick on all of them."""


def corpus() -> Iterator[Board]:
    """Yield the boards of the corpus: positions half-way through games played at random."""
    for shape in Shape:
        for variant in VARIANTS[shape]:
            for game in range(GAMES_PER_TILING):
                rows, cols, mines = SIZES[game % len(SIZES)]
                topology = Topology(shape, rows, cols, variant)
                yield _position(topology, mines, random.Random(f"{shape}-{variant}-{game}"))


def _position(topology: Topology, mines: int, rng: random.Random) -> Board:
    """Open random free cells until a random share of them is open, the game still running."""
    first = Cell(rng.randrange(len(topology)))
    field = place_mines(topology, mines, first, FirstClick.SAFE, rng)
    free = [Cell(c) for c in range(len(topology)) if c not in field.mines and c != first]
    rng.shuffle(free)
    game = Game.on(field)
    board = game.board()
    for cell in (first, *free[: rng.randrange(1, max(2, len(free) // 2))]):
        game.perform([Action(Verb.OPEN, cell)])
        if game.outcome is not Outcome.PLAYING:
            break
        board = game.board()
    return board


def signature(policy: Policy) -> str:
    """Return 16 hexadecimal digits that depend on every action advised on the corpus."""
    digest = hashlib.sha256()
    for board in corpus():
        advice = policy.advise(board)
        actions = sorted(action.format(board.topology) for action in advice.actions)
        digest.update(";".join(actions).encode() + b"\n")
    return digest.hexdigest()[:16]
