"""The 3BV of a board: the least number of left clicks that opens it."""

from __future__ import annotations

from autoplay.game.board import MAX_NUMBER, Label
from autoplay.game.topology import Topology


def least_clicks(topology: Topology, labels: bytes) -> int:
    """Return the 3BV of what is open: its areas of zeros, and the numbers that touch none.

    ``labels`` has one byte a cell, as in ``Board.labels``.
    """
    neighbors = topology.neighbors
    zeros = {cell for cell, label in enumerate(labels) if label == Label.ZERO}
    rim = {other for cell in zeros for other in neighbors[cell]}
    lone = sum(0 < label <= MAX_NUMBER and cell not in rim for cell, label in enumerate(labels))
    areas = 0
    while zeros:
        areas += 1
        todo = [zeros.pop()]
        while todo:
            fresh = zeros.intersection(neighbors[todo.pop()])
            zeros -= fresh
            todo.extend(fresh)
    return areas + lone
