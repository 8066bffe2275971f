"""Boards whose looks are told by their labels, and what speaks for and against their names."""

from __future__ import annotations

import numpy as np

from autoplay.game import Board, Label, Shape, parse_board
from autoplay.vision.learning.beside import Beside
from autoplay.vision.learning.grounds import Grounds
from autoplay.vision.learning.judged import Naming
from autoplay.vision.learning.naming import best_naming
from autoplay.vision.learning.proof import price_of_rival
from autoplay.vision.learning.rules import Labels, Rules
from autoplay.vision.learning.search import Costs, Search
from autoplay.vision.looks import Looks
from autoplay.vision.tiles import SIDE, Tiles

FAR = 12.0
"""What pixels charge for a name that nobody would take a look for."""


def board_of(text: str) -> Board:
    """Return the board of rows parted by slashes."""
    return parse_board(text.replace(" ", "").replace("/", "\n"))


def looks_of(board: Board) -> tuple[Looks, list[int]]:
    """Return a look for every label of the board, plain tiles far apart, and their labels."""
    labels, of_cell, counts = np.unique(
        np.frombuffer(board.labels, np.uint8), return_inverse=True, return_counts=True
    )
    tiles = np.zeros((len(labels), SIDE, SIDE, 3), np.uint8)
    tiles += (np.arange(len(labels), dtype=np.uint8) * 25)[:, None, None, None]
    return Looks(of_cell, tiles, counts, np.zeros(len(of_cell))), labels.tolist()


def search_of(board: Board, looks: Looks, costs: Costs, names: Labels) -> Search:
    """Return the search among the names of a board's looks, from these."""
    beside = Beside(Rules(board.topology), looks)
    return Search(beside, Grounds(looks, Shape.SQUARE), costs, names)


def price_drawn(board: Board, tiles: Tiles, look: int, rival: Label) -> float:
    """Return what speaks against a look of ``looks_of``, with all of them drawn so, being a rival
    that pixels take it for as soon."""
    looks, labels = looks_of(board)
    drawn = Looks(looks.of_cell, tiles, looks.counts, looks.spread)
    return price_named(board, drawn, np.array(labels, np.uint8), look, rival)


def price_named(board: Board, looks: Looks, names: Labels, look: int, rival: Label) -> float:
    """Return the same for any looks of these names."""
    search = search_of(board, looks, np.zeros((len(names), 20)), names)
    return price_of_rival(search, names, look, rival)


def with_first_apart(looks: Looks, labels: list[int], kind: Label) -> tuple[Looks, Labels]:
    """Return these looks and their names, the first cell, of this kind, with a look of its own: the
    last, drawn as its kind is."""
    of_cell = looks.of_cell.copy()
    of_cell[0] = len(labels)
    tiles = np.concatenate([looks.tiles, looks.tiles[[labels.index(kind)]]])
    split = Looks(of_cell, tiles, np.bincount(of_cell), looks.spread)
    return split, np.array([*labels, kind], np.uint8)


def named(text: str, **doubts: tuple[Label, float]) -> dict[str, tuple[Label, Label, float]]:
    """Return name, rival and margin of the looks in doubt, each ``symbol=(rival, its cost)``."""
    board = board_of(text)
    looks, labels = looks_of(board)
    costs = np.full((len(labels), 20), FAR)
    costs[np.arange(len(labels)), labels] = 0
    places = {}
    for name, (rival, cost) in doubts.items():
        places[name] = labels.index(Label[name])
        costs[places[name], rival] = cost
    naming: Naming = best_naming(board.topology, looks, costs).weighed()
    return {
        name: (Label(naming.names[at]), Label(naming.rivals[at]), float(naming.margin[at]))
        for name, at in places.items()
    }
