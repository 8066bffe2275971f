"""How far a board reaches: lines of cells are its own while they look like those already known.

Every board repeats few looks, so the cells of one more row or column match some that were seen, and
what lies beside the board does not. Plain cells that have the colour of the page prove nothing:
their line counts when seams between its cells are drawn, when a known line follows, or when nothing
sets it off from the board and the page is another.
"""

from __future__ import annotations

import numpy as np

from autoplay.game import Shape, Topology, Variant
from autoplay.vision.finding.looks import HELD, Box, Evidence, evidence_of, line_of
from autoplay.vision.finding.sampling import Grid, Softened, grid_of
from autoplay.vision.finding.tiling import window
from autoplay.vision.lattice import LARGEST_GROWN, SMALLEST_BOARD, Lattice

STRANGE = 0.3
"""Share of a border line's cells that look like others below which the line is dropped."""

ELSEWHERE = 0.1
"""Share of a line's cells that look known below which it shows another page than the board's."""

MOST_PLAIN = 3
"""Plain lines in a row after which the board may go on."""

MOST_STRANGE = 3
"""Lines dropped at one side: a toolbar is up to three cells high."""

NEW_LINES = 2
"""Lines that show looks of their own before they are the board's."""

PARTED = 0.8
"""Share of seams drawn in lines of new looks."""

ROWS_SHIFTED = Variant.ODD_ROWS, Variant.EVEN_ROWS
COLS_SHIFTED = Variant.ODD_COLS, Variant.EVEN_COLS


def reached(image: Softened, lattice: Lattice, whole: bool = False) -> Lattice:
    """Return the lattice with the lines dropped and gained that its cells' looks tell of.

    Lines are gained up to half as many again as there are, because a
    pitch fitted to so many holds for no more. None of a ``whole`` lattice is dropped: the last
    opened lines of a small board may look like nothing else in it.
    """
    rows, cols = lattice.topology.rows, lattice.topology.cols
    more_rows, more_cols = max(rows // 2, 3), max(cols // 2, 3)
    grid = grid_of(image, lattice, more_rows, more_cols)
    box = (more_rows, more_cols, more_rows + rows, more_cols + cols)
    if not whole:
        box = _shrunk(grid, box)
    evidence = evidence_of(grid, box)
    for _ in range(3):
        before = box
        for side in range(4):
            box = _extended(evidence, box, side, whole)
        if box == before:
            box = _carried_on(grid, evidence, box)
            if box == before:
                break
            evidence = evidence_of(grid, box)
    top, left, bottom, right = box
    return _staggered(grid, box) or window(grid.lattice, top, left, bottom - top, right - left)


def _staggered(grid: Grid, box: Box) -> Lattice | None:
    """Return the hexagons of a box with the other lines shifted, None where they are fewer.

    Lines that begin half a cell too early hold a strange cell at one end each; where those of both
    ends are left out, the board has one cell more in every line.
    """
    variant = grid.lattice.topology.variant
    if grid.lattice.topology.shape is not Shape.HEXAGON:
        return None
    by_rows = variant in ROWS_SHIFTED
    side = 1 if by_rows else 0
    inner = _with_side_moved(_with_side_moved(box, side, -1), side + 2, -1)
    evidence = evidence_of(grid, inner)
    known = evidence.known & ~evidence.page(inner)
    # Lines of cells become rows, whichever way they run.
    lines = known if by_rows else known.T
    first, last = (box[0], box[2]) if by_rows else (box[1], box[3])
    start, end = (box[1], box[3]) if by_rows else (box[0], box[2])
    shifted = np.arange(first, last) % 2 == (variant in (ROWS_SHIFTED[0], COLS_SHIFTED[0]))

    def held(spans: tuple[tuple[int, int], tuple[int, int]]) -> float:
        """Return how many more known cells than strange ones the plain and shifted lines span."""
        rows = (lines[first:last][~shifted], lines[first:last][shifted])
        return sum(
            float((row[:, a:b] - 0.5).sum()) for row, (a, b) in zip(rows, spans, strict=True)
        )

    others = [
        ((start, end), (start - 1, end - 1)),
        ((start + 1, end + 1), (start, end)),
        ((start + 1, end), (start, end - 1)),
        ((start, end + 1), (start - 1, end)),
    ]
    best = max((s for s in others if s[1][0] >= 0 and s[0][1] <= lines.shape[1]), key=held)
    if end - start <= SMALLEST_BOARD or held(best) <= held(((start, end), (start, end))) + 1:
        return None
    odd, even = ROWS_SHIFTED if by_rows else COLS_SHIFTED
    other = odd if shifted[0] else even
    begins = best[int(shifted[0])][0]
    count = best[0][1] - best[0][0]
    rows, cols = (last - first, count) if by_rows else (count, last - first)
    row, col = (first, begins) if by_rows else (begins, first)
    topology = Topology(Shape.HEXAGON, rows, cols, other)
    center = grid.lattice.center(row * grid.lattice.topology.cols + col)
    return Lattice(topology, center, grid.lattice.pitch)


def _shrunk(grid: Grid, box: Box) -> Box:
    """Return the box without lines at its sides that are unlike the others.

    The lines of a toolbar are like one another, so those near a side are compared with the rest,
    and the two of a frame too, so the rest ends before the last one across.
    """
    for side in range(4):
        count = _across(box, side)
        most = min(MOST_STRANGE, count - SMALLEST_BOARD)
        if most < 1:
            continue
        rest = _with_side_moved(box, side, -most)
        if count - most > SMALLEST_BOARD:
            rest = _with_side_moved(rest, (side + 2) % 4, -1)
        evidence = evidence_of(grid, rest)
        for _ in range(most):
            if evidence.of_line(box, side)[0] >= STRANGE or evidence.parts(box, side) >= PARTED:
                break
            box = _with_side_moved(box, side, -1)
    return box


def _extended(evidence: Evidence, box: Box, side: int, whole: bool) -> Box:
    """Return the box with the lines beyond one side that are the board's.

    Where its cells are ``whole`` faces, however faint their lines are, a plain area is none of it.
    """
    best, set_off = box, False
    rows, cols = evidence.known.shape
    while True:
        box = _with_side_moved(box, side, 1)
        top, left, bottom, right = box
        if min(top, left) < 0 or bottom > rows or right > cols:
            break
        like, shown, flush = evidence.of_line(box, side)
        if max(bottom - top, right - left) > LARGEST_GROWN:
            break
        if like < HELD:
            line = line_of(box, side)
            # A page that reaches to the edge of the picture is no other page than the board's.
            ended = (evidence.known | evidence.cut)[line].mean() < ELSEWHERE
            if ended and not set_off and not whole:
                best = _with_side_moved(box, side, -1)
            break
        set_off |= not flush
        if shown:
            best, set_off = box, False
        elif _lines_apart(best, box) > MOST_PLAIN:
            break
    return best


def _carried_on(grid: Grid, evidence: Evidence, box: Box) -> Box:
    """Return the box with the lines at one side that show looks of their own again and again.

    Of an area that is opened all over, the covered cells beyond look like nothing in it.
    """
    rows, cols = grid.visible.shape
    for side in range(4):
        beyond = [_with_side_moved(box, side, by) for by in range(1, NEW_LINES + 1)]
        wider = beyond[-1]
        if min(wider[:2]) < 0 or wider[2] > rows or wider[3] > cols:
            continue
        if any(evidence.parts(line, side) < PARTED for line in beyond):
            continue
        known = evidence_of(grid, box, _with_side_moved(wider, (side + 2) % 4, -_across(box, side)))
        lines = [known.of_line(line, side) for line in beyond]
        if all(like >= HELD and shown for like, shown, _ in lines):
            return wider
    return box


def _across(box: Box, side: int) -> int:
    """Return how many lines a box has that run along a side."""
    return box[2] - box[0] if side in (0, 2) else box[3] - box[1]


def _with_side_moved(box: Box, side: int, by: int) -> Box:
    """Return the box with a side moved outward."""
    sides = list(box)
    sides[side] += by if side >= 2 else -by
    return sides[0], sides[1], sides[2], sides[3]


def _lines_apart(one: Box, other: Box) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))
