"""Profiles of the virtual desktop's games: what a program knows that has played them before."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

import msgspec
import numpy as np

from autoplay.calibration import Library
from autoplay.desktop.ports import Region
from autoplay.desktop.virtual import Monitor, make_virtual_desktop
from autoplay.game import MAX_NUMBER, Board, Label, Level
from autoplay.play.board_on_screen import find_game
from autoplay.vision.read import refine
from autoplay.vision.reading import Reading

SHOWN = (*range(MAX_NUMBER + 1), Label.COVERED, Label.FLAG, Label.EXPLODED, Label.MINE)
"""The labels a profile knows; wrong flags are left for the program to meet."""

ROOM = Monitor(Region(0, 0, 560, 560))


@cache
def library_for(look: str, shape: str, pitch: int) -> Library:
    """Return a library with one profile, of this look, made from boards with every label.

    It is kept in a temporary folder as long as the process lives.
    """
    desktop = make_virtual_desktop(Level(9, 9, 10), shape, look, 1, pitch=pitch, monitors=(ROOM,))
    found = find_game(desktop.machine(), Library(()), ROOM.region, mines=10)
    topology = found.lattice.topology
    numbers = [n for n in SHOWN if n > MAX_NUMBER or n <= len(max(topology.neighbors, key=len))]
    skin, exact = found.skin, np.zeros(len(topology))
    for shift in range(len(numbers)):
        labels = bytes(numbers[(cell + shift) % len(numbers)] for cell in range(len(topology)))
        desktop.game.repaint(labels=labels)
        reading = Reading(Board(topology, labels, None), found.lattice, exact, exact)
        skin = refine(skin, desktop.grab(ROOM.region).pixels, reading)
    profile = msgspec.structs.replace(found.profile, name="known", skin="known", place=None)
    folder = Path(_folder().name)
    library = Library(((folder / f"{look}-{shape}-{pitch}",) * 2,))
    library.save(profile, skin)
    return library


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="autoplay-looks-")
