"""Whether a board goes on beyond its lattice: by the period of what lies there, and by its look."""

from __future__ import annotations

from collections.abc import Iterable

from autoplay.errors import CutOffError
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.whole.cut import is_seen_beyond
from autoplay.vision.whole.sides import last_cells, open_sides


def sides_beyond(image: Image, lattice: Lattice) -> list[str]:
    """Return the sides, of left, right, top and bottom, beyond which the board goes on.

    Letters or digits that name the columns have the period of the cells, but look like none.
    ``image`` is BGR or BGRA uint8.
    """
    sides = open_sides(image, lattice)
    return [side for side in sides if is_seen_beyond(image, lattice, side)]


def require_whole(image: Image, lattice: Lattice, continued: Iterable[str] = ()) -> None:
    """Return if the board ends where the lattice does; else CutOffError with the last cells.

    ``continued`` are sides beyond which cells of the board are known to lie, lines or no lines.
    """
    going_on = list(dict.fromkeys([*sides_beyond(image, lattice), *continued]))
    if going_on:
        cells = last_cells(lattice, going_on)
        raise CutOffError(
            f"the board goes on beyond its {' and '.join(going_on)} side, where cells are cut off "
            "or covered",
            cells,
            ["the cells beyond this one cannot be seen"] * len(cells),
            lattice,
            more="bring the whole board into view",
        )
