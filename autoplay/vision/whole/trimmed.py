"""Whether something over a board ends just at its outermost cells, and hides those beyond.

A window or a bar that cuts off their ends makes every cell along that side show the same there,
which none within the board does. So does an outline that a game draws over its cells, but along the
side across as well. Or it hides so much of them that all are read as one mark, which no other cell
carries, or that all seem covered and are drawn as no other covered cell. Or it leaves a sliver of
the next cells to be seen, too thin to be a frame, or the tips of hexagons, and its edge goes on
beside the board.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from autoplay.errors import CutOffError
from autoplay.game import Label, Shape
from autoplay.vision.channels import strongest
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.learning.rules import MARKS
from autoplay.vision.tiles import SIDE, canonical_tiles
from autoplay.vision.whole.cut import OPPOSITE, tips_beyond
from autoplay.vision.whole.parts import MOST_COMPARED, nearest
from autoplay.vision.whole.sides import last_cells, open_sides, side_cells

STRIP = slice(SIDE - 3, SIDE - 1)
"""The rows of a tile, its end turned down, that are looked at: of an eighth of a cell, but for the
line between it and the next."""

REST = slice(0, SIDE - 6)
"""The rows that tell which cell within the board it is drawn like."""

LIKE, ALIEN, SAME = 9.0, 25.0, 10.0
"""Gray levels by which cells drawn alike differ in the rest of them (root mean square), by which
the strip differs from that of its like, and by which it differs from the other cells' strips."""

MOST_OF = 0.8
"""Share of a side's cells. Of 759 whole boards of squares none has a third of them on one side; one
that outlines a lost board in red has nearly all on all four."""

SLIVERS = (((0.05, 0.1), 20.0), ((0.06, 0.2), 12.0))
"""Pitches from the side between which a sliver of the next cells is looked for, and the pitch at
which that is a pixel or more. Of 654 whole boards of squares seven seem to have the thin one, of a
single program whose lines are text; none has an edge beside it. For the other none of 1509 is
refused beside those that are for the thin one."""

BESIDE, WITHIN = (0.1, 0.4), 0.4
"""Pitches beside the board between which the edge is looked for, and how far beyond its side."""

OFF_CENTRE = 0.1
"""Share of a cell by which the middle of all edges may be off its own. Of 421 boards of squares 381
have it within that; of their lattices moved by a fifth of a cell, 16."""

EDGE, STEP = 2, 10
"""Pixels across an edge, and the gray levels by which it parts what it is between."""

FOREIGN = 0.15
"""Share of their tiles in which four of five covered cells of a side differ from all the others.
Of 1509 whole boards of all shapes one has such a side; two of which a window hid half did by 0.27
and 0.55."""

LEAST_MARKED = 6
"""Cells of a side that carry one mark, or are foreign, from which on they are no cells: a side of a
tiny board may have a mine in each, in one of 15,000 games with a fifth of mines one of six cells.
"""

TURNS = {"bottom": 0, "left": 1, "top": 2, "right": 3}
"""Quarter turns that bring a side down."""


def require_not_trimmed(image: Image, lattice: Lattice, labels: bytes) -> None:
    """Return unless something cuts off the cells of a side, or the next ones; else CutOffError with
    the last cells seen. ``labels`` are those read, one a cell."""
    marked, foreign = marked_sides(lattice, labels), foreign_sides(image, lattice, labels)
    cut = list(dict.fromkeys([*marked, *foreign, *trimmed_sides(image, lattice)]))
    if cut:
        cells = last_cells(lattice, cut)
        raise CutOffError(
            f"the board goes on beyond its {' and '.join(cut)} side, beneath what lies there",
            cells,
            ["the cells beyond this one are hidden"] * len(cells),
            lattice,
            more="bring the whole board into view",
        )


def marked_sides(lattice: Lattice, labels: bytes) -> Iterator[str]:
    """Yield the sides whose cells were all read as one mark that no other cell carries."""
    board = np.frombuffer(labels, np.uint8)
    for side in TURNS:
        outer = np.isin(np.arange(len(board)), side_cells(lattice, side))
        marks = np.unique(board[outer])
        alone = len(marks) == 1 and marks[0] in MARKS and marks[0] not in board[~outer]
        if alone and np.count_nonzero(outer) >= LEAST_MARKED:
            yield side


def foreign_sides(image: Image, lattice: Lattice, labels: bytes) -> list[str]:
    """Return the sides, but for two that face each other, whose cells were all read as covered and
    are drawn as no other covered cell.

    ``image`` is BGR or BGRA uint8.
    """
    board, up = np.frombuffer(labels, np.uint8), lattice.topology.points_up
    covered = board == Label.COVERED
    sides = {side: np.isin(np.arange(len(board)), side_cells(lattice, side)) for side in TURNS}
    sides = {
        side: outer
        for side, outer in sides.items()
        if np.count_nonzero(outer) >= LEAST_MARKED and covered[outer].all()
    }
    if not sides:
        return []
    tiles = canonical_tiles(image, lattice).astype(np.float32)
    found = []
    for side, outer in sides.items():
        unlike = [
            share_unlike(tiles[outer & (up == each)], tiles[covered & ~outer & (up == each)])
            for each in (True, False)
        ]
        if np.quantile(np.concatenate(unlike), 1 - MOST_OF) >= FOREIGN:
            found.append(side)
    return [side for side in found if OPPOSITE[side] not in found]


def share_unlike(
    outer: NDArray[np.float32], within: NDArray[np.float32], least: int = LEAST_MARKED
) -> NDArray[np.float64]:
    """Return the share of each outer tile that differs from the nearest within, (outer,); 0 where
    there are fewer than the ``least`` of these."""
    if not len(outer) or len(within) < least:
        return np.zeros(len(outer))
    within = within[:: 1 + len(within) // MOST_COMPARED]
    like, _ = nearest(outer, within)
    return np.asarray((strongest(np.abs(outer - within[like])) > ALIEN).mean(axis=(1, 2)))


def trimmed_sides(image: Image, lattice: Lattice) -> Iterator[str]:
    """Yield the sides whose cells are cut off at their ends, or the next ones but for a sliver.

    ``image`` is BGR or BGRA uint8.
    """
    if lattice.topology.shape is not Shape.SQUARE:
        for side in TURNS:
            if _has_edge_beside(image, lattice, side) and tips_beyond(image, lattice, side):
                yield side
        return
    tiles = canonical_tiles(image, lattice).astype(np.float32)
    if not _is_centred(tiles):
        return
    cut = [side for side in TURNS if _is_trimmed(tiles, lattice, side)]
    yield from (side for side in cut if OPPOSITE[side] not in cut)
    strips = [strip for strip, least in SLIVERS if min(lattice.pitch) >= least]
    opened = {side for strip in strips for side in open_sides(image, lattice, strip)}
    for side in TURNS:
        if side in opened - set(cut) and _has_edge_beside(image, lattice, side):
            yield side


def _is_centred(tiles: NDArray[np.float32]) -> bool:
    """Whether the edges within an average tile mirror each other about its middle, across and down.

    A lattice some pixels beside its cells may be read as well, but cuts them, and what is beyond.
    """
    for axis in (2, 1):
        around = np.concatenate([tiles, tiles.take([0], axis)], axis)
        edges = np.abs(np.diff(around, axis=axis)).max(3).mean((0, 3 - axis))
        edges = np.clip(edges - np.median(edges), 0, None)
        edges = np.minimum(edges, edges.max() / 2)
        alike = np.fft.ifft(np.fft.fft(edges) ** 2).real  # with itself turned about each place
        turned = (int(alike.argmax()) + 2) / len(edges) % 1  # the last edge is that to the next
        if min(turned, 1 - turned) / 2 > OFF_CENTRE:
            return False
    return True


def _has_edge_beside(image: Image, lattice: Lattice, side: str) -> bool:
    """Whether an edge along this side, just beyond it, goes on to both sides of the board."""
    turns, (left, top, right, bottom) = TURNS[side], lattice.box
    height, width = image.shape[:2]
    for _ in range(turns):  # counterclockwise, as the picture
        left, top, right, bottom = top, width - right, bottom, width - left
        height, width = width, height
    picture = np.rot90(image[..., :3], turns)
    pitch = min(lattice.pitch)
    near, far = round(BESIDE[0] * pitch), round(BESIDE[1] * pitch)
    places = [*range(left - far, left - near), *range(right + near, right + far)]
    columns = [place for place in places if 0 <= place < width]
    strip = picture[bottom + 1 : bottom + round(WITHIN * pitch), columns].astype(np.int16)
    if len(columns) < near or len(strip) <= EDGE:
        return False
    steps = strongest(np.abs(strip[EDGE:] - strip[:-EDGE])) > STEP
    return bool(steps.mean(axis=1).max() >= MOST_OF)


def _is_trimmed(tiles: NDArray[np.float32], lattice: Lattice, side: str) -> bool:
    turned = np.rot90(tiles, TURNS[side], axes=(1, 2))
    along = np.isin(np.arange(len(tiles)), side_cells(lattice, side))
    outer, within = turned[along], turned[~along]
    if not len(within):
        return False
    within = within[:: 1 + len(within) // MOST_COMPARED]
    like, away = nearest(outer[:, REST], within[:, REST])
    ends, usual = outer[:, STRIP], within[like][:, STRIP]
    alien = np.median(np.abs(ends - usual).min(axis=1).max(axis=2), axis=1) > ALIEN
    same = np.abs(ends - np.median(ends, axis=0)).mean(axis=(1, 2, 3)) < SAME
    return bool(((away < LIKE) & alien & same).mean() >= MOST_OF)
