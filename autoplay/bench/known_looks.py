"""Profiles of the virtual desktop's games: what a program knows that has played them before."""

from __future__ import annotations

from functools import cache

import numpy as np

from autoplay.calibration import Library, Limits, Profile
from autoplay.desktop.ports import Region
from autoplay.desktop.virtual import GameWindow, Monitor, make_virtual_desktop
from autoplay.game import MAX_NUMBER, Board, Cell, Label, Level
from autoplay.vision.lattice import Lattice
from autoplay.vision.read import skin_of
from autoplay.vision.reading import Reading
from autoplay.vision.skin import Skin

MARKS = (Label.COVERED, Label.FLAG, Label.EXPLODED, Label.MINE)
"""What a profile knows beside the numbers; wrong flags are left for the program to meet."""

ROOM = Monitor(Region(0, 0, 1000, 1000))


@cache
def library_for(look: str, shape: str, pitch: int, side: int = 9) -> Library:
    """Return a library with one profile, of this look, made from boards with every label.

    They have ``side`` rows and columns: where rows are no whole number of pixels apart, larger
    boards show more of the ways a label can look.

    It has no files, so nothing is left of it however a process ends.
    """
    desktop = make_virtual_desktop(
        Level(side, side, side), shape, look, 1, pitch=pitch, monitors=(ROOM,)
    )
    window = desktop.game
    topology, lattice = window.style.topology, true_lattice(window)
    highest = max(map(len, topology.neighbors))
    labels = [*range(highest + 1), *MARKS]
    skin: Skin | None = None
    exact = np.zeros(len(topology))
    for shift in range(len(labels)):
        shown = bytes(labels[(cell + shift) % len(labels)] for cell in range(len(topology)))
        window.repaint(labels=shown)
        reading = Reading(Board(topology, shown, None), lattice, exact, exact)
        skin = skin_of(desktop.grab(ROOM.region).pixels, reading, "known", skin)
    assert skin is not None and highest <= MAX_NUMBER
    profile = Profile(
        name="known",
        skin="known",
        topology=topology.shape,
        rows=topology.rows,
        cols=topology.cols,
        variant=topology.variant,
        mines=None,
        place=None,
        limits=Limits(),
    )
    return Library((), ((profile, skin),))


def true_lattice(window: GameWindow) -> Lattice:
    """Return where a window draws its cells, by its own geometry, at scale 1."""
    cols = window.style.topology.cols
    first, beside, below = (window.center(Cell(cell)) for cell in (0, 1, 2 * cols))
    # The middles of triangles' boxes lie half-way between centroids of the two ways to point.
    middle = (first.x - 0.5, (first.y + beside.y) / 2 - 0.5)
    return Lattice(window.style.topology, middle, (beside.x - first.x, (below.y - first.y) / 2))
