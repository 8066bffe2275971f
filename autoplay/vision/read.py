"""Reading a board with a known skin: fast, exact, and in doubt an error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.errors import UnreadableError, WrongTotalError
from autoplay.game import SYMBOLS, Board, Cell, Label, Shape
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.making import make_skin
from autoplay.vision.match import Match, Matcher
from autoplay.vision.reading import Reading
from autoplay.vision.skin import Skin
from autoplay.vision.tiles import SIDE, Sampler, Tiles, cell_masks
from autoplay.words import counted, first_of

MIN_MARGIN = 0.3
"""In units of the skin's limit: how much nearer the best label must be than the next.

Pictures of different labels are at least two limits apart, so a tile within the limit of one has a
margin of up to one from the other; less than this means it lies between both.
"""

MEMORY = 40_000_000
"""Bytes of cells whose matches are remembered; many games draw equal cells equally."""


NOTHING, NO_CELL = b"", (int(Label.ABSENT), 0.0, int(Label.ABSENT), np.inf)
"""The pixels of a place without a cell, and how well it matches what it is and anything else."""


@dataclass(frozen=True, eq=False)
class Glance:
    """A look at a picture that may hold unknown cells.

    ``labels`` (cells,) uint8 are UNREADABLE where in doubt, ``nearest`` (cells,) uint8 are not;
    ``distance`` (cells,) float64 is that to the nearest look, ``margin`` how much farther the best
    look of another label is, in units of the skin's limit.
    """

    labels: NDArray[np.uint8]
    nearest: NDArray[np.uint8]
    distance: NDArray[np.float64]
    margin: NDArray[np.float64]


class Reader:
    """Reads pictures of one board, and remembers the last one it could read."""

    def __init__(self, skin: Skin, lattice: Lattice, mines: int | None = None) -> None:
        self.skin, self.lattice, self.mines = skin, lattice, mines
        self._sampler = Sampler(lattice)
        self._matcher = Matcher(skin)
        self._inside = None
        if lattice.topology.shape is not Shape.SQUARE:
            self._inside = cell_masks(lattice)[..., None].astype(np.uint8)
        self._boxes = _cell_boxes(lattice, self._sampler)
        self._cuts = [
            (slice(top, bottom), slice(left, right))
            for left, top, right, bottom in self._boxes.T.tolist()
        ]
        self._stencils = None
        if lattice.topology.shape is not Shape.SQUARE:
            self._stencils = _stencils(lattice, self._sampler, self._cuts)
        self._most_seen = MEMORY // max(int(np.prod(lattice.cell_size)) * 3, 1)
        self._last: tuple[Reading, Image] | None = None
        self._seen: dict[bytes, tuple[int, float, int, float]] = {NOTHING: NO_CELL}

    def read(self, image: Image) -> Reading:
        """Return the board in a picture, BGR or BGRA uint8; the last reading if nothing changed.

        Only cells that changed since the last reading are looked at. Raises UnreadableError with
        the cells that look like nothing in the skin, or like two labels.
        """
        region = self._sampler.region(image)
        if region.size == 0:
            raise UnreadableError("the board lies outside the picture", more="calibrate again")
        cells = self.lattice.topology.present
        if self.mines is not None and self.mines > cells:
            raise WrongTotalError(
                f"{self.mines} mines do not fit on the {cells} cells seen", more="is --mines right?"
            )
        reading = self._look(region) if self._last is None else self._update(region, *self._last)
        self._last = (reading, region)
        return reading

    def believe(self, reading: Reading, image: Image) -> None:
        """Take this for the reading of a picture: of the next ones only what changed is looked at.

        Cells drawn at fractions of a pixel may have more looks than a skin keeps of a label.
        """
        self._last = (reading, self._sampler.region(image))

    def glance(self, image: Image) -> Glance:
        """Return what every cell looks like, however doubtful; what did not change is what it was
        at the last reading."""
        region = self._sampler.region(image)
        found = self._matched(region, None)
        labels = np.where(self._is_doubtful(found), np.uint8(Label.UNREADABLE), found.best)
        if self._last is not None:
            last, before = self._last
            changed = self._changed(region, before)
            seen, labels = labels, np.frombuffer(last.board.labels, np.uint8).copy()
            labels[changed] = seen[changed]
        limit = self.skin.limit
        margin = (found.second_distance - found.distance) / limit
        return Glance(labels, found.best, found.distance / limit, margin)

    def _is_doubtful(self, found: Match) -> NDArray[np.bool_]:
        margin = found.second_distance - found.distance
        limit = self.skin.limit
        return np.asarray((found.distance > limit) | (margin < MIN_MARGIN * limit), dtype=np.bool_)

    def _update(self, region: Image, previous: Reading, last: Image) -> Reading:
        changed = self._changed(region, last)
        if not len(changed):
            return previous
        labels = np.frombuffer(previous.board.labels, np.uint8).copy()
        distance, margin = previous.distance.copy(), previous.margin.copy()
        found = self._match(region, changed)
        labels[changed], distance[changed], margin[changed] = found
        board = replace(previous.board, labels=labels.tobytes())
        return Reading(board, self.lattice, distance, margin)

    def _look(self, region: Image) -> Reading:
        labels, distance, margin = self._match(region, None)
        board = Board(self.lattice.topology, labels.tobytes(), self.mines)
        return Reading(board, self.lattice, distance, margin)

    def _changed(self, region: Image, last: Image) -> NDArray[np.intp]:
        """Return the cells with a pixel that differs between the regions."""
        height, width, channels = region.shape
        differs = (region != last).view(np.uint8).reshape(height, width * channels)
        x, y, wide, high = cv2.boundingRect(differs)
        if not wide:
            return np.zeros(0, np.intp)
        sums = cv2.integral(differs[y : y + high, x : x + wide])
        left, top, right, bottom = self._boxes
        left, right = (np.clip(channels * each - x, 0, wide) for each in (left, right))
        top, bottom = (np.clip(each - y, 0, high) for each in (top, bottom))
        inside = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
        return np.flatnonzero(inside)

    def _match(
        self, region: Image, cells: NDArray[np.intp] | None
    ) -> tuple[NDArray[np.uint8], NDArray[np.float64], NDArray[np.float64]]:
        found = self._matched(region, cells)
        limit = self.skin.limit
        distance = found.distance / limit
        margin = (found.second_distance - found.distance) / limit
        doubtful = np.flatnonzero(self._is_doubtful(found))
        if len(doubtful):
            at = doubtful if cells is None else cells[doubtful]
            places = [self.lattice.topology.place(int(cell)) for cell in at]
            evidence = [
                f"cell {place}: best {SYMBOLS[found.best[index]]} distance {distance[index]:.2f} "
                f"second {SYMBOLS[found.second[index]]} margin {margin[index]:.2f}"
                for place, index in zip(places, doubtful, strict=True)
            ]
            raise UnreadableError(
                f"{counted(len(at), 'cell does', 'cells do')} not look like skin "
                f"{self.skin.name!r}: {first_of(places)}",
                at.tolist(),
                evidence,
            )
        return found.best, distance, margin

    def _matched(self, region: Image, cells: NDArray[np.intp] | None) -> Match:
        """Return the matches of cells; those of pictures seen before, pixel by pixel, from memory.

        Only what is new is brought to a tile's size.
        """
        if len(self._seen) > self._most_seen:
            self._seen = {NOTHING: NO_CELL}
        wanted = range(len(self._cuts)) if cells is None else cells.tolist()
        keys = self._keys(region, wanted)
        fresh = {key: cell for key, cell in zip(keys, wanted, strict=True) if key not in self._seen}
        if fresh:
            found = self._matcher.match(self._tiles(region, np.array(list(fresh.values()))))
            columns = (found.best, found.distance, found.second, found.second_distance)
            rows = zip(*(column.tolist() for column in columns), strict=True)
            self._seen.update(zip(fresh, rows, strict=True))
        best, distance, second, second_distance = zip(
            *map(self._seen.__getitem__, keys), strict=True
        )
        return Match(
            np.array(best, np.uint8),
            np.array(distance),
            np.array(second, np.uint8),
            np.array(second_distance),
        )

    def _keys(self, region: Image, cells: Sequence[int]) -> list[bytes]:
        """Return the pixels of each cell, black outside its polygon; none where no cell is."""
        if self._stencils is None:
            return [region[self._cuts[cell]].tobytes() for cell in cells]
        cuts, stencils, absent = self._cuts, self._stencils, self.lattice.topology.absent
        return [
            NOTHING if cell in absent else (region[cuts[cell]] * stencils[cell]).tobytes()
            for cell in cells
        ]

    def _tiles(self, region: Image, cells: NDArray[np.intp]) -> Tiles:
        tiles = self._sampler.tiles_of_region(region, cells)
        if self._inside is not None:
            tiles *= self._inside[cells]
        return tiles


def _cell_boxes(lattice: Lattice, sampler: Sampler) -> NDArray[np.intp]:
    """Return left, top, right, bottom of every cell in the sampler's region, (4, cells).

    With the pixels beyond its edge that its tile is interpolated from: a neighbour's line, drawn
    there, tells cells apart that are equal otherwise.
    """
    half = np.array(lattice.cell_size) / 2
    half += np.maximum(1.0, 2 * half / SIDE)
    origin = np.array(sampler.box[:2])
    size = np.array(sampler.box[2:]) - origin
    low = np.clip(np.floor(lattice.centers - half + 0.5 - origin), 0, size)
    high = np.clip(np.ceil(lattice.centers + half + 0.5 - origin), 0, size)
    return np.concatenate([low.T, high.T]).astype(np.intp)


def _stencils(
    lattice: Lattice, sampler: Sampler, cuts: Sequence[tuple[slice, slice]]
) -> list[NDArray[np.uint8]]:
    """Return 1 where a cut's pixels are in its cell's polygon or touch it, (height, width, 3)."""
    kept: dict[tuple[object, ...], NDArray[np.uint8]] = {}
    found = []
    for cell, (ys, xs) in enumerate(cuts):
        row, col = lattice.topology.row_col(Cell(cell))
        corner = np.array([sampler.box[0] + xs.start, sampler.box[1] + ys.start])
        phase = tuple(np.round((lattice.centers[cell] - corner) * 8).astype(int).tolist())
        key = (row % 2, col % 2, phase, xs.stop - xs.start, ys.stop - ys.start)
        if key not in kept:
            filled = np.zeros((ys.stop - ys.start, xs.stop - xs.start), np.uint8)
            points = np.round((lattice.polygon(cell) - corner) * 16).astype(np.int32)
            cv2.fillPoly(filled, [points], 1, shift=4)
            filled = np.asarray(cv2.dilate(filled, np.ones((3, 3), np.uint8)), np.uint8)
            kept[key] = np.repeat(filled[..., None], 3, axis=2)
        found.append(kept[key])
    return found


def masked_tiles(image: Image, lattice: Lattice) -> Tiles:
    """Return every cell's tile, black outside the cell's polygon: what skins hold."""
    tiles = Sampler(lattice).tiles(image)
    if lattice.topology.shape is not Shape.SQUARE:
        tiles *= cell_masks(lattice)[..., None].astype(np.uint8)
    return tiles


def skin_of(image: Image, reading: Reading, name: str, base: Skin | None = None) -> Skin:
    """Return a skin of what a reading shows, added to the pictures of ``base``."""
    labels = np.frombuffer(reading.board.labels, np.uint8)
    return make_skin(name, reading.lattice, masked_tiles(image, reading.lattice), labels, base)


def refine(skin: Skin, image: Image, reading: Reading) -> Skin:
    """Return the skin with the looks of a reading that it did not have yet."""
    return skin_of(image, reading, skin.name, skin)
