"""Finds boards in a whole picture: where they are, their tiling, rows and columns, no hint needed.

The faces of cells are flat zones of one size; where their middles stand in a lattice, there may be
a board. Where steps are slopes, as JPEG makes them, zones are looked for again over wider steps.
Cells without plain faces repeat all the same: then the digits and other marks that stand alone are
looked at, and the autocorrelation of the picture's edges names the periods there are. Each lattice
is fitted to the edges, reaches as far as its cells look like one another, and is judged by how many
of them do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial

from autoplay.game import Shape
from autoplay.vision.finding.areas import lattices_of_areas
from autoplay.vision.finding.candidates import Candidate, apart, includes, same_place
from autoplay.vision.finding.edges import SMALLEST_PICTURE, PictureEdges
from autoplay.vision.finding.finer import finer
from autoplay.vision.finding.fit import phased, repetitions
from autoplay.vision.finding.growing import Grown, grown_lattices, marked_lattices
from autoplay.vision.finding.judging import judged, judged_as_it_is
from autoplay.vision.finding.laid import laid_lattices, laid_over
from autoplay.vision.finding.marks import around_marks, marks_of
from autoplay.vision.finding.tiling import Drawing, around, halfway, support
from autoplay.vision.finding.zones import wide_zone_passes, zone_passes
from autoplay.vision.kinship import overlap
from autoplay.vision.lattice import Image, Lattice

CONVINCING = 0.45
"""Least score of a board: true ones have 0.7 and more on the real screens looked at."""

SURE = 0.8
"""Score of a lattice of flat zones from which no other source of lattices is asked."""

PAIRED = 0.1
"""Looks for each cell from which hexagons may be pairs of triangles: true ones have 0.05 and fewer
on the screens measured, pairs of opened triangles 0.15 and more."""

MOST_ZONED = 6
"""Lattices of flat zones that are followed up."""


def find_boards(
    image: Image,
    box: tuple[int, int, int, int] | None = None,
    shape: Shape | None = None,
    *,
    thorough: bool = False,
) -> list[Candidate]:
    """Return the possible boards, best first, of a picture or of a box of it.

    ``box`` is (left, top, right, bottom). Boards do not overlap. Coordinates are always those of
    the whole picture. With ``shape`` only boards of such cells are returned. A ``thorough`` look
    goes on where a board seems sure, and takes the board of more cells first.
    """
    return Search(image, box, shape).boards(thorough=thorough)


def clipped(box: tuple[int, int, int, int] | None, image: Image) -> tuple[int, int, int, int]:
    """Return the part of a box (left, top, right, bottom) within a picture; all of it for None."""
    height, width = image.shape[:2]
    if box is None:
        return 0, 0, width, height
    left, right = (min(max(x, 0), width) for x in box[::2])
    top, bottom = (min(max(y, 0), height) for y in box[1::2])
    return left, top, right, bottom


class Search:
    """A search for boards that may be gone on with: a thorough look keeps what was found before.

    ``too_large`` are grids seen, in the part looked at, that have more cells than any board.
    """

    def __init__(
        self,
        image: Image,
        box: tuple[int, int, int, int] | None = None,
        shape: Shape | None = None,
    ) -> None:
        """Of a picture or of a box of it, for boards of a shape, as ``find_boards`` takes them."""
        left, top, right, bottom = clipped(box, image)
        self._corner = left, top
        self._part = image[top:bottom, left:right]
        self._shape = shape
        self._edges = PictureEdges(self._part)
        self._found: list[Candidate] = []
        self.too_large: list[Lattice] = []
        self._looks = self._from_cheapest()
        self._has_looked_beside = False
        self._drawn = cache(partial(_drawn, self._edges))
        self._divided = cache(self._finer)
        self._retiled = cache(self.retiled)

    def boards(self, *, thorough: bool = False, refused: Lattice | None = None) -> list[Candidate]:
        """Return the possible boards, as ``find_boards`` does.

        What covers much the same place as a ``refused`` lattice is left out: a board may lie over
        another grid.
        """
        if min(self._part.shape[:2], default=0) < SMALLEST_PICTURE:
            return []
        while thorough or not _is_sure(self._elsewhere(refused)):
            if not next(self._looks, False):
                break
        else:
            self._look_beside()
        return [self._tiled(each) for each in self._best_of(self._elsewhere(refused), thorough)]

    def of_other_shapes(self, found: Lattice) -> list[Candidate]:
        """Return the possible boards of cells of another shape among what was seen so far.

        A better board of this shape hides them from ``boards``, as one of more cells may be where
        it parts each cell in two.
        """
        others = [
            each
            for each in self._elsewhere(None)
            if each.lattice.topology.shape is not found.topology.shape
        ]
        return [each for each in self._best_of(others) if each.score >= CONVINCING]

    def _best_of(self, found: list[Candidate], by_cells: bool = False) -> list[Candidate]:
        """Return those that overlap no better one, where they are in the whole picture."""
        # Hexagons, too, are the same moved by half of two cells slantwise: only what no better
        # candidate overlaps is divided.
        better = partial(apart, drawn=self._drawn, by_cells=by_cells)
        divided = [fine for each in better(found) for fine in self._divided(each)]
        boards = [each for each in better(divided) if not self._is_of_too_large(each)]
        return [self._placed(each) for each in boards]

    def _is_of_too_large(self, found: Candidate) -> bool:
        """Whether a lattice that does not convince lies over a grid that is too large: a multiple
        of its period passes for one that is not."""
        return found.score < CONVINCING and any(
            overlap(found.lattice, large) for large in self.too_large
        )

    def _tiled(self, found: Candidate) -> Candidate:
        """Return the candidate, or one of triangles instead: pairs of them repeat as hexagons do,
        and nearly every pair shows something else."""
        if found.lattice.topology.shape is not Shape.HEXAGON or found.looks_a_cell < PAIRED:
            return found
        better = (
            each
            for each in self._retiled(found.lattice)
            if each.lattice.topology.shape is Shape.TRIANGLE
            and each.score > found.score
            and each.looks < found.looks
        )
        return next(better, found)

    def retiled(self, found: Lattice) -> list[Candidate]:
        """Return the possible boards of cells of another shape that repeat as these do.

        Hexagons and triangles repeat alike, and so do every second row or column of them and
        squares. The first board has the fewest looks for its cells.
        """
        if min(self._part.shape[:2], default=0) < SMALLEST_PICTURE:
            return []
        left, top = self._corner
        boards = [
            judged(self._part, self._edges, lattice)
            for period in repetitions(found.moved(-left, -top))
            for lattice in laid_over(self._edges, period)
            if lattice.topology.shape is not found.topology.shape
            and self._is_wanted(lattice)
            and not lattice.is_too_large
        ]
        good = [self._placed(each) for each in boards if each.score >= CONVINCING]
        return sorted(good, key=lambda each: each.looks_a_cell)

    def _finer(self, found: Candidate) -> list[Candidate]:
        """Return the candidate, or those instead whose cells are a part of its own."""
        if found.score < CONVINCING:
            return [found]
        lattices = list(finer(self._part, found.lattice))
        if any(lattice.is_too_large for lattice in lattices):
            self.too_large += lattices
            return []
        part, edges = self._part, self._edges
        fine = [judged(part, edges, _phased(edges, lattice)) for lattice in lattices]
        return [each for each in fine if each.score >= CONVINCING] or [found]

    def _placed(self, found: Candidate) -> Candidate:
        """Return the candidate where it is in the whole picture."""
        return replace(found, lattice=found.lattice.moved(*self._corner))

    def _is_wanted(self, lattice: Lattice) -> bool:
        return self._shape in (None, lattice.topology.shape)

    def _elsewhere(self, refused: Lattice | None) -> list[Candidate]:
        """Return what is wanted and does not cover the place of a refused lattice."""
        wanted = [each for each in self._found if self._is_wanted(each.lattice)]
        if refused is None:
            return wanted
        return [each for each in wanted if not same_place(self._placed(each).lattice, refused)]

    def _from_cheapest(self) -> Iterator[bool]:
        """Look at the picture in one way after another, from the cheapest to the dearest."""
        part = self._part
        for passes in (zone_passes, wide_zone_passes):
            self._judge_zones(grown_lattices(passes(part)))
            yield True
        # Cells without outlines have their marks alone.
        self._judge_zones(marked_lattices(marks_of(part)))
        # Periods see what has no plain faces: dithers, half-opened boards.
        for lattice in laid_lattices(self._edges):
            self._judge(lattice)
        yield True
        # Of cells without outlines hardly any of which is opened, the ends of areas tell.
        self._found += [judged_as_it_is(part, each) for each in lattices_of_areas(part)]
        yield True

    def _look_beside(self) -> None:
        """Keep what are sure boards, too, beside those found, by their marks alone."""
        if self._has_looked_beside:
            return
        self._has_looked_beside = True
        found = [each.lattice for each in self._found if each.score >= CONVINCING]
        grown = [
            each.lattice
            for each in marked_lattices(marks_of(self._part))
            if not any(overlap(each.lattice, board) for board in found)
        ]
        found_beside = [
            judged(self._part, self._edges, lattice)
            for lattice in grown[:MOST_ZONED]
            if not lattice.is_too_large
        ]
        good = [
            each for each in found_beside if each.score >= SURE and not each.lattice.is_too_large
        ]
        self._found += [replace(each, written=True) for each in good]

    def _judge_zones(self, grown: list[Grown]) -> None:
        """Judge the lattices of zones that say something new."""
        for each in grown[:MOST_ZONED]:
            if not any(
                board.score >= SURE and includes(board.lattice, each) for board in self._found
            ):
                for lattice in each.placed:
                    self._judge(lattice, each.whole)

    def _judge(self, lattice: Lattice, whole: bool = False) -> None:
        """Keep the lattice judged, or as too large: no more of such a grid need be looked at."""
        if not lattice.is_too_large:
            board = judged(self._part, self._edges, lattice, whole)
            lattice = board.lattice
        if lattice.is_too_large:
            self.too_large.append(lattice)
        else:
            self._found.append(board)


def between(image: Image, found: Lattice) -> list[Candidate]:
    """Return the possible boards whose cells are where this lattice of squares has its lines.

    Where cells are parted by the page, what is between them has their pitch and like looks, too;
    where they have no outlines, the strokes of their marks pass for them. The first board has the
    fewest looks for its cells.
    """
    if found.topology.shape is not Shape.SQUARE:
        return []
    boards = []
    for moved in (*halfway(found), around_marks(image, found)):
        board = judged_as_it_is(image, moved)  # outlines do not tell where such cells end
        if board.score >= CONVINCING:
            boards.append(board)
    return sorted(boards, key=lambda each: each.looks_a_cell)


def _phased(edges: PictureEdges, lattice: Lattice) -> Lattice:
    """Return the lattice moved to where its outlines are drawn best."""
    part, there, start = around(edges, lattice)
    return phased(Drawing.of(part, there), there).moved(*start)


def _drawn(edges: PictureEdges, lattice: Lattice) -> float:
    """Return how far the outlines of a lattice's cells are drawn, 0 to 1."""
    part, there, _ = around(edges, lattice)
    return float(support(Drawing.of(part, there), there).mean())


def _is_sure(found: list[Candidate]) -> bool:
    return any(each.score >= SURE for each in found)
