"""Makes the shipped skins from the labelled screens in fixtures/.

    python -m autoplay.bench.make_skins fixtures/screens fixtures/rare templates

The folders of a program's screens become one skin, from the truth of all its states; hence a skin
is no evidence for how well boards are read without one, and ``autoplay bench vision`` uses none.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np

from autoplay.bench.truth import Truth, load_screens
from autoplay.vision.align import aligned, aligned_to_looks
from autoplay.vision.read import skin_of
from autoplay.vision.reading import Reading
from autoplay.vision.skin import Skin, save_skin

PROGRAMS = {
    "kmines": ("KMines (KDE)", "GPL-2.0-or-later"),
    "sgt-mines": ("Mines, Simon Tatham's Portable Puzzle Collection", "MIT"),
    "winemine": ("WineMine (Wine)", "LGPL-2.1-or-later"),
    "xbomb-square": ("xbomb", "GPL-2.0-or-later"),
    "xbomb-hex": ("xbomb", "GPL-2.0-or-later"),
    "xbomb-tri": ("xbomb", "GPL-2.0-or-later"),
    "xdemineur": ("xdemineur, copyright 1993-1999 Marc Baudoin", "HPND"),
}
"""Folder name to program and licence, as fixtures/screens/README.md states them."""


def skin_of_screens(name: str, folders: Iterable[Path]) -> Skin:
    """Return the skin of this name that all labelled screens of these folders show.

    Their lattices are true to half a pixel: the one with most labels is moved to where its cells
    have the fewest looks, the others to where they look like it.
    """
    loaded = [screen for folder in folders for screen in load_screens(folder)]
    screens = [(screen.load(), screen.truth) for screen in loaded]
    skin: Skin | None = None
    for image, truth in sorted(screens, key=lambda each: _labels(each[1]), reverse=True):
        board, lattice = truth.board, truth.lattice
        assert board is not None and lattice is not None
        there = aligned(image, lattice, skin) if skin else aligned_to_looks(image, lattice)
        exact = np.zeros(len(board.labels))
        skin = skin_of(image, Reading(board, there, exact, exact), name, skin)
    assert skin is not None
    program, license_ = PROGRAMS[name]
    return replace(skin, program=program, license=license_)


def _labels(truth: Truth) -> int:
    assert truth.board is not None
    return len(set(truth.board.labels))


def main() -> None:
    """Write the skin of each program that there are screens of."""
    *screens, templates = map(Path, sys.argv[1:])
    for name in PROGRAMS:
        folders = [folder / name for folder in screens if (folder / name).is_dir()]
        if folders:
            save_skin(skin_of_screens(name, folders), templates / name)


if __name__ == "__main__":
    main()
