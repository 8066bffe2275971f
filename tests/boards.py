"""Boards that several tests are about."""

from __future__ import annotations

import random

from autoplay.game import Board, FirstClick, Label, make_topology, place_mines


def random_numbers_on_triangles() -> Board:
    """Numbers opened here and there, as no game does: a frontier too wide to be counted."""
    topology = make_topology("triangle", 60, 60)
    rng = random.Random(1)
    field = place_mines(topology, 720, topology.cell(0, 0), FirstClick.SAFE, rng)
    labels = bytearray([Label.COVERED]) * len(topology)
    for cell in rng.sample(sorted(set(range(len(topology))) - field.mines), 900):
        labels[cell] = field.numbers[cell]
    return Board(topology, bytes(labels), 720)
