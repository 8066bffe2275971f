"""A single cell that a cursor or the pointer lights: it shows what others do, in other colours or
between brackets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.vision.channels import strongest
from autoplay.vision.grouping import group_by_look
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.tiles import MIDDLE, SIDE, Tiles, canonical_tiles

LIT = 12
"""Gray levels in a colour by which a lit pixel differs from the same one unlit."""

LEAST_LIT = 0.15
"""Share of a cell that is lit at least: less is a sign of its own."""

BARE = 8.0
"""Gray levels within what is lit by which nothing differs where nothing is drawn."""

DRAWN = 12.0
"""Gray levels by which a symbol stands out from its light at least."""

OTHERWISE = 0.26
"""Share of what stands out most in the middle by which a symbol in other colours may differ from
the same one: in seven games with a cursor 0.24 at most, an X for a flag from a 3 by 0.28."""

REDDISH = 40
"""Gray levels by which red is above green and blue where a cell may have exploded."""

MOST_LIT = 2
"""Cells that a game lights in one way: under the pointer, and under a cursor of its own."""

SHOWN_ALIKE = 0.75
"""Share of what sets a cell apart that others show which are drawn as it is: mines that lie half a
pixel off 0.96 and more, all others up to 0.19 of what sets 12 cells apart that a cursor lights."""

MOST_LOOKS = 6
"""Looks that a lit cell is taken for, one after the other."""


class Unlit(NamedTuple):
    """A picture, BGR uint8, without the light, whether a symbol tells what the cell shows, and
    whether the light is red: what shows no more than a covered cell may have exploded."""

    picture: Image
    symbol: bool
    red: bool


def unlit(image: Image, lattice: Lattice, cell: int) -> Iterator[Unlit]:
    """Yield the picture, BGR or BGRA uint8, with this cell drawn as others that show the same.

    That is the same symbol in other colours or between brackets, or nothing. A cell that shows
    nothing in a light that is red yields none: it may have exploded. Nor does one that is drawn
    like several others, if not quite: no light is on these.
    """
    tiles = canonical_tiles(image, lattice)
    looks, up = group_by_look(tiles), lattice.topology.points_up
    outlined_alike = up == up[cell]
    found = 0
    for look in np.argsort(-looks.counts, kind="stable"):
        alike = np.flatnonzero((looks.of_cell == look) & outlined_alike)
        others = alike[alike != cell]
        symbol = _same(tiles[cell], tiles[others[0]]) if len(others) else None
        if symbol is not None and not _is_no_light(tiles, cell, int(others[0])):
            other = int(others[0])
            red = _is_red(np.median(tiles[cell], axis=(0, 1)))
            yield Unlit(_repainted(image, lattice, cell, other), symbol, red)
            found += 1
        if found == MOST_LOOKS:
            return


def _is_no_light(tiles: Tiles, cell: int, other: int) -> bool:
    """Whether several cells show what sets this one apart from the other."""
    apart = _apart(tiles[cell], tiles[other])
    shown = ~_apart(tiles[:, apart], tiles[cell, apart])
    return int((shown.mean(axis=1) > SHOWN_ALIKE).sum()) > MOST_LIT


def _same(lit: Tiles, other: Tiles) -> bool | None:
    """Return whether a symbol or nothing is what both show, one lit or bracketed; else None."""
    shown = same_symbol(lit, other)
    return same_within(lit, other) if shown is None else shown


def same_symbol(lit: Tiles, other: Tiles) -> bool | None:
    """Return whether a symbol or nothing is what both tiles show, one of them lit; else None."""
    within = _light(lit, other)
    if within is None:
        return None
    shown, plain = (tile[within].astype(np.float32) for tile in (lit, other))
    reach, unlit_reach = _reach(shown), _reach(plain)
    if max(reach, unlit_reach) < BARE:
        if _is_red(np.median(shown, axis=(0, 1))):
            return None
        return shows_symbol(other)  # beside the light
    off = np.zeros(lit.shape, np.float32)
    off[within] = np.abs(cv2.blur(_recoloured(plain, shown) - shown, (3, 3)))
    drawn = _reach(lit[MIDDLE, MIDDLE].astype(np.float32))
    if min(reach, unlit_reach) < DRAWN or off[MIDDLE, MIDDLE].max() > OTHERWISE * drawn:
        return None
    # A button may be drawn in another colour with its bevel: that is no symbol.
    return shows_symbol(lit) and shows_symbol(other)


def _apart(some: Tiles, one: Tiles) -> NDArray[np.bool_]:
    """Return where tiles differ, as light makes them, one value for every pixel."""
    return strongest(np.abs(some.astype(np.int16) - one)) > LIT


def _light(lit: Tiles, other: Tiles) -> tuple[slice, slice] | None:
    """Return the part of a tile that is lit, where it is the only one in which the other differs
    and large enough; else None. Lines along the edges may differ, too."""
    apart = cv2.medianBlur(_apart(lit, other).astype(np.uint8), 3)  # noise lights single pixels
    if not apart.any():
        return None
    _, areas, boxes, _ = cv2.connectedComponentsWithStats(apart, connectivity=4)
    light = 1 + int(boxes[1:, cv2.CC_STAT_AREA].argmax())
    others = apart * (areas != light)
    left, top, wide, high, _ = boxes[light].tolist()
    # The light may end within a pixel.
    within = slice(top + 1, top + high - 1), slice(left + 1, left + wide - 1)
    is_large = apart[within].size >= LEAST_LIT * apart.size
    return within if is_large and not others[EDGE:-EDGE, EDGE:-EDGE].any() else None


def same_within(framed: Tiles, other: Tiles) -> bool | None:
    """Return whether what both tiles show is told, one of them between brackets or in a frame of
    another colour than red: by a symbol, or by the frame; None where they show not the same.

    That is drawn around the middle, on both sides alike. A sign beside a flag is not.
    """
    apart = _apart(framed, other)
    drawn = np.abs(other - np.median(other, axis=(0, 1))).max(axis=2) > DRAWN
    if not apart.any() or _is_red(np.median(framed[apart], axis=0)) or not _is_mirrored(apart):
        return None
    if not apart[WITHIN, WITHIN].any() and _is_mirrored(apart.T):
        return True
    if apart[:, CORE].any() or (apart & drawn).any():
        return None
    return shows_symbol(other)


def _is_mirrored(drawn: NDArray[np.bool_]) -> bool:
    """Whether as much is drawn at the left as at the right, and at the same places."""
    turned = cv2.dilate(drawn[:, ::-1].astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    sides = drawn[:, : SIDE // 2].any() and drawn[:, SIDE // 2 :].any()
    return bool(sides and turned[drawn].mean() >= MIRRORED)


EDGE = 2
"""Pixels of a tile along its edges, where lines between cells are drawn."""

CORE = slice(SIDE // 3, SIDE - SIDE // 3)
"""Columns of a tile that no bracket reaches."""

WITHIN = slice(SIDE // 4, SIDE - SIDE // 4)
"""Rows and columns of a tile that no frame around it reaches."""

MIRRORED = 0.8
"""Share of what brackets draw that their mirror image draws, too, but for a pixel."""


def shows_symbol(tile: Tiles) -> bool:
    """Whether something is drawn in the middle of a tile, (SIDE, SIDE, 3)."""
    return _reach(tile[MIDDLE, MIDDLE].astype(np.float32)) >= DRAWN


def _is_red(color: NDArray[np.float64]) -> bool:
    """Whether a colour, BGR, is red."""
    return bool(color[2] > max(color[0], color[1]) + REDDISH)


def _reach(part: NDArray[np.float32]) -> float:
    """Return by how many gray levels what is shown differs from its usual colour at most."""
    return float(np.abs(cv2.blur(part - np.median(part, axis=(0, 1)), (3, 3))).max())


def _recoloured(plain: NDArray[np.float32], shown: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return ``plain`` in the colours of ``shown``, by the linear map that fits them best."""
    pixels = np.append(plain.reshape(-1, 3), np.ones((plain[..., 0].size, 1), np.float32), axis=1)
    colours, *_ = np.linalg.lstsq(pixels, shown.reshape(-1, 3), rcond=None)
    return np.asarray((pixels @ colours).reshape(shown.shape), np.float32)


def _repainted(image: Image, lattice: Lattice, cell: int, other: int) -> Image:
    """Return the picture, BGR, with what is within the outline of the other cell in this one's."""
    outline = lattice.polygon(cell)
    left, top = np.floor(outline.min(axis=0)).astype(int)
    right, bottom = np.ceil(outline.max(axis=0)).astype(int)
    x, y = np.meshgrid(np.arange(left, right + 1), np.arange(top, bottom + 1))
    away = np.round(lattice.centers[other] - lattice.centers[cell]).astype(int)
    mask = np.zeros(x.shape, np.uint8)
    cv2.fillPoly(mask, [np.round(outline - (left, top)).astype(np.int32)], 1)
    height, width = image.shape[:2]
    inside = (mask > 0) & (x >= 0) & (x < width) & (y >= 0) & (y < height)
    from_x, from_y = np.clip(x + away[0], 0, width - 1), np.clip(y + away[1], 0, height - 1)
    picture = image[..., :3].copy()
    picture[y[inside], x[inside]] = image[from_y[inside], from_x[inside], :3]
    return picture
