"""All layouts of a small board, tried one by one: shares nothing with what it tests."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Board, Cell, Label, Minefield, Topology

CERTAIN_MINE = frozenset({Label.MINE, Label.EXPLODED})
MAY_HOLD_A_MINE = frozenset({Label.COVERED, Label.FLAG, Label.QUESTION, Label.UNREADABLE})


def layouts_of(board: Board) -> tuple[list[Cell], NDArray[np.bool_]]:
    """Return the cells that may hide a mine, and every layout: (layouts, hidden cells) bool."""
    topology = board.topology
    cells = [Cell(cell) for cell in range(len(topology))]
    hidden = [cell for cell in cells if board[cell] in MAY_HOLD_A_MINE]
    shown = {cell for cell in cells if board[cell] in CERTAIN_MINE}
    choices = (np.arange(1 << len(hidden))[:, None] >> np.arange(len(hidden)) & 1).astype(bool)
    fits = np.ones(len(choices), dtype=bool)
    if board.mines is not None:
        fits &= choices.sum(axis=1) == board.mines - len(shown)
    for cell in cells:
        if board[cell].is_number:
            around = topology.neighbors[cell]
            beside = [column for column, other in enumerate(hidden) if other in around]
            fits &= choices[:, beside].sum(axis=1) == board[cell] - len(shown.intersection(around))
    return hidden, choices[fits]


def positions(topology: Topology, seed: int, count: int) -> Iterator[Board]:
    """Yield positions that can occur, odd labels among them: flags right and wrong, shown mines.

    At most 12 cells hide anything, so that all layouts can be tried.
    """
    rng = random.Random(f"{topology}-{seed}")
    cells = sorted(set(range(len(topology))) - topology.absent)
    for _ in range(count):
        mined = rng.sample(cells, rng.randint(0, len(cells) // 2))
        field = Minefield.of(topology, mined)
        most = min(12, len(cells))
        size = max(rng.randint(0, most), rng.randint(0, most))  # little is certain where much hides
        hidden = set(rng.sample(cells, size))
        labels = bytes(_label(field, cell, cell in hidden, rng) for cell in range(len(topology)))
        known = rng.random() < 0.6
        yield Board(topology, labels, len(field.mines) if known else None)


def _label(field: Minefield, cell: int, hidden: bool, rng: random.Random) -> int:
    if cell in field.topology.absent:
        return Label.ABSENT
    if hidden:
        odd = [Label.FLAG, Label.QUESTION, Label.UNREADABLE]
        return rng.choices([Label.COVERED, *odd], [12, 3, 1, 1])[0]
    if cell in field.mines:
        return rng.choices([Label.MINE, Label.EXPLODED], [40, 1])[0]
    number = int(field.numbers[cell])
    return rng.choices([number, Label.WRONG_FLAG], [12, 1])[0]
