"""Boards that several tests are about."""

from __future__ import annotations

import random

from autoplay.bench.simulate import Setup
from autoplay.game import (
    Action,
    Board,
    Cell,
    FirstClick,
    Game,
    Label,
    Shape,
    Verb,
    make_topology,
    place_mines,
)

BEGINNER = Setup(make_topology("square", 9, 9), 10, start=Cell(0), policy="lowest_risk", seed=3)
"""Games on the beginner's board, soon played."""


def random_numbers_on_triangles() -> Board:
    """Numbers opened here and there, as no game does: a frontier too wide to be counted."""
    topology = make_topology("triangle", 60, 60)
    rng = random.Random(1)
    field = place_mines(topology, 720, topology.cell(0, 0), FirstClick.SAFE, rng)
    labels = bytearray([Label.COVERED]) * len(topology)
    for cell in rng.sample(sorted(set(range(len(topology))) - field.mines), 900):
        labels[cell] = field.numbers[cell]
    return Board(topology, bytes(labels), 720)


def here_and_there(shape: Shape, size: int, share: float) -> Game:
    """A game after its opening, then a share of its free cells at random: a wide frontier."""
    rng = random.Random(0)
    topology = make_topology(shape, size, size)
    middle = Cell(len(topology) // 2)
    field = place_mines(topology, size * size // 5, middle, FirstClick.OPENING, rng)
    free = sorted(set(map(Cell, range(len(topology)))) - field.mines)
    rng.shuffle(free)
    game = Game.on(field)
    game.perform([Action(Verb.OPEN, cell) for cell in [middle, *free[: int(share * len(free))]]])
    return game


def opened_here_and_there(shape: Shape, size: int, share: float) -> Board:
    """What a player sees of such a game."""
    return here_and_there(shape, size, share).board()


def misread(board: Board) -> Board:
    """The board with a number in the thick of it read as one more."""
    around = board.topology.neighbors
    likely = [
        cell
        for cell in map(Cell, range(len(board.labels)))
        if 0 < board.labels[cell] < 7
        and sum(board[other] is Label.COVERED for other in around[cell]) > board.labels[cell]
    ]
    cell = random.Random(0).choice(likely)
    return board.with_labels({cell: Label(board.labels[cell] + 1)})
