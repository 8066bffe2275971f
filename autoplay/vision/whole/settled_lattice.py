"""A board read on the lattice that was found, or on one with all lines it has and no other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

import numpy as np

from autoplay.errors import UnreadableError
from autoplay.game import MAX_NUMBER, Label
from autoplay.vision.finding.plain import over_bare_area
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.reading import Reading
from autoplay.vision.sight import Sight
from autoplay.vision.whole.bare_lines import without_bare_lines, without_page_lines
from autoplay.vision.whole.beyond import require_whole, sides_beyond
from autoplay.vision.whole.cut import cut_sides
from autoplay.vision.whole.lines import (
    MOST_LINES,
    continued_sides,
    covered_sides,
    is_in_doubt_within,
    is_inside,
    strange_sides,
    with_more,
    without,
    without_frame,
)
from autoplay.vision.whole.open_ground import require_ground_ends
from autoplay.vision.whole.outlined import without_open_sides
from autoplay.vision.whole.outside import require_ends, told_ends, within_lines, without_page
from autoplay.vision.whole.staggered import (
    require_equal_lines,
    restaggered,
    with_no_page,
)

Read = Callable[[Lattice], Sight]
"""Reads the board on a lattice; raises UnreadableError where cells are in doubt."""


FEW_NUMBERS = 3
"""Numbers that make a part of a board one, where its reading leaves no cell in doubt."""


def settled(
    image: Image,
    lattice: Lattice,
    read: Read,
    read_there: Read,
    box: tuple[int, int, int, int] | None = None,
) -> Sight:
    """Read a lattice, dropping border lines that show no cells and gaining those it lacks.

    ``read_there`` reads a lattice that may be tried in vain, and none around it. Where the board
    ends at a side of ``box`` (left, top, right, bottom), a person has told so. Raises
    UnreadableError where cells stay in doubt, with the lattice that these are of, or the board goes
    on beyond what is seen, or may do so.
    """
    gained: str | None = None
    for _ in range(MOST_LINES):
        try:
            sight = _read_on(lattice, read)
        except UnreadableError as error:
            further = _further(image, lattice, gained, read_there)
            if further is not None:
                lattice, gained = further, None
                continue
            if len(error.cells) == len(lattice.topology):
                raise  # no side is more in doubt than the others
            smaller = _smaller(image, lattice, frozenset(error.cells))
            if smaller is None:
                raise
            lattice, gained = smaller, None
            continue
        bare = without_bare_lines(image, lattice, sight.reading.board.labels)
        bare = bare or without_open_sides(image, lattice)
        bare = bare or with_no_page(image, lattice, sight.reading.board.labels)
        if bare is not None:
            lattice, gained = bare, None
            continue
        continued = _untold(image, sight.reading, box)
        grown = _grown(image, lattice, continued)
        if grown is None:
            break
        lattice, gained = grown
    else:
        sight = _read_on(lattice, read)
        continued = _untold(image, sight.reading, box)
    with counting_all(sight.reading):
        require_whole(image, lattice, continued)
        require_equal_lines(image, lattice, sight.reading.board.labels)
        require_ends(image, lattice, sight.reading.board.labels, box)
        sight = _with_bare_lines(image, sight, read_there)
        require_ground_ends(image, sight.lattice, sight.reading.board.labels, box)
    return sight


@contextmanager
def counting_all(reading: Reading) -> Iterator[None]:
    """Let an UnreadableError count every cell: none is in doubt, what was read is part of a board.

    A few numbers must speak for it; plain grids have none.
    """
    try:
        yield
    except UnreadableError as error:
        labels = reading.board.labels
        numbers = sum(0 < label <= MAX_NUMBER for label in labels)
        error.numbers = len(labels) if numbers >= FEW_NUMBERS else numbers
        raise


def _read_on(lattice: Lattice, read: Read) -> Sight:
    """Read a lattice; an UnreadableError says that its cells are of this one."""
    try:
        return read(lattice)
    except UnreadableError as error:
        error.lattice = lattice
        raise


def _smaller(image: Image, lattice: Lattice, doubtful: frozenset[int]) -> Lattice | None:
    """Return the lattice without its frame or the page beside it, or without a border line in doubt
    that is no part of the board; None where there is none of these."""
    inner = without_frame(image, lattice) or within_lines(image, lattice)
    inner = inner or without_open_sides(image, lattice) or restaggered(lattice, doubtful)
    if inner is not None:
        return inner
    page = without_page_lines(image, lattice, doubtful)
    if page is not None:
        return page
    strange = next(strange_sides(lattice, doubtful), None)
    if strange is None:
        return without_page(image, lattice, doubtful)
    if is_in_doubt_within(image, lattice, strange, doubtful):
        return None
    smaller = without(lattice, strange)
    # A doubtful line with the period of the others is hard to read, but no toolbar.
    if smaller is None or strange in sides_beyond(image, smaller):
        return None
    return smaller


def _with_bare_lines(image: Image, sight: Sight, read: Read) -> Sight:
    """Return what is seen, with lines of bare opened cells at its sides that nothing outlines.

    Raises UnreadableError where none of these is in doubt, but a cell that was read before is.
    """
    zeros = np.frombuffer(sight.reading.board.labels, np.uint8) == Label.ZERO
    wider = over_bare_area(image, sight.lattice, zeros)
    if wider.topology == sight.lattice.topology or not is_inside(image, wider):
        return sight
    try:
        whole = _read_on(wider, read)
    except UnreadableError as error:
        if _are_within(sight.lattice, wider, error.cells):
            raise
        return sight
    is_page = without_bare_lines(image, wider, whole.reading.board.labels) is not None
    return sight if is_page or sides_beyond(image, wider) else whole


def _are_within(part: Lattice, lattice: Lattice, cells: Iterable[int]) -> bool:
    """Whether all these cells of a lattice lie in a part of it."""
    left, top, right, bottom = part.box
    x, y = lattice.centers[list(cells)].T
    return bool(((left < x) & (x < right) & (top < y) & (y < bottom)).all())


def continued_beyond(image: Image, lattice: Lattice, reading: Reading) -> list[str]:
    """Return the sides beyond which cells of the board are seen, whole ones or cut ones."""
    return [
        *continued_sides(image, lattice, reading.board.labels),
        *covered_sides(image, lattice, reading.board.labels),
        *cut_sides(image, lattice),
    ]


def _untold(image: Image, reading: Reading, box: tuple[int, int, int, int] | None) -> list[str]:
    """Return the sides beyond which cells are seen, but for those where the box tells the end."""
    lattice = reading.lattice
    told = told_ends(image, lattice, reading.board.labels, box)
    return [side for side in continued_beyond(image, lattice, reading) if side not in told]


def _grown(image: Image, lattice: Lattice, continued: Sequence[str]) -> tuple[Lattice, str] | None:
    """Return the lattice with a line more where the board goes on within the picture, and at which
    side."""
    for side in (*sides_beyond(image, lattice), *continued):
        larger = with_more(lattice, side)
        if larger is not None and is_inside(image, larger):
            return larger, side
    return None


def _further(
    image: Image, lattice: Lattice, gained: str | None, read_there: Read
) -> Lattice | None:
    """Return a lattice that just gained a line at a side and is in doubt with one line more there,
    where no cell is in doubt then: numbers of a border need the cells beyond."""
    wider = None if gained is None else with_more(lattice, gained)
    if wider is None or not is_inside(image, wider):
        return None
    try:
        read_there(wider)
    except UnreadableError:
        return None
    return wider
