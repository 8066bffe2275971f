"""Pitch and origin to a few hundredths of a pixel, from where columns and rows of cells end.

The edges of a board summed along its columns, and along its rows, are profiles that repeat.
The waves of a profile are strongest at the true pitch; the middle of a cell is where it is its own
mirror image, whatever lines, bevels, gaps or round corners the cells have.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from autoplay.game import Shape, Variant
from autoplay.vision.finding.edges import SMALLEST_PICTURE, Edges, Map, PictureEdges, strength
from autoplay.vision.finding.waves import Float, Profiles, mirrored_at, spectral_power, waves_of
from autoplay.vision.lattice import Lattice

DRIFT = 0.25
"""Pitches by which the last cell may be off its place before the fit."""

OFF = 0.2
"""Pitches by which the middles may be off before the fit."""

FINE = 0.05
"""Pixels by which two pitches that are told apart move the last cell."""

ROUGH = 0.15
"""Pitches by which the last cell may be off after the search in the padded spectrum."""

WHOLE = 0.5
"""Pixels by which a whole pitch may move the outermost cells to be preferred: most games use one.
Fits of real boards are off by up to 0.5."""

NEARLY_WHOLE = 0.2
"""Pixels by which the pitch itself may be off a whole one, for small boards."""

NEARLY_SQUARE = 0.02
"""Share by which the fitted sides of square cells differ."""

AS_SQUARE = 0.9
"""Share of the power of each axis's own pitch that a pitch for both must have. Of 116 boards up to
600 squares five are placed otherwise so, four of them better by 0.1 to 1.1 px, one worse by 0.2."""


@dataclass(frozen=True)
class _Axis:
    """Cells along an axis: ``first`` middle, ``pitch`` and ``count``; in pixels.

    ``parts`` is how often a profile repeats within a pitch: 2 where lines are shifted by half of
    it, 0.5 for triangles.
    """

    first: float
    pitch: float
    count: int
    parts: float

    @property
    def middle(self) -> float:
        return self.first + self.pitch * (self.count - 1) / 2


def fitted(edges: PictureEdges, lattice: Lattice) -> Lattice:
    """Return the lattice with pitch and origin fitted to the edges in its box.

    One of two widths has no wave; it stays as it is.
    """
    if any(lattice.wider):
        return lattice
    left, top, right, bottom = lattice.box
    left, top = max(left - 1, 0), max(top - 1, 0)
    part = edges.crop((left, top, right + 1, bottom + 1))
    if min(part.shape) < SMALLEST_PICTURE:
        return lattice
    level, upright = _axes(lattice.moved(-left, -top))
    lines = _row_profiles(part)
    upright = _fitted(lines, upright, _fitted_pitch(lines, upright))
    columns = _column_profiles(part, lattice, level, upright)
    level = _fitted(columns, level, _fitted_pitch(columns, level))
    if lattice.topology.shape is Shape.SQUARE:
        pitch = _shared_pitch((columns, level), (lines, upright))
        if pitch is not None:
            level, upright = _fitted(columns, level, pitch), _fitted(lines, upright, pitch)
    return Lattice(
        lattice.topology, (level.first + left, upright.first + top), (level.pitch, upright.pitch)
    )


def regularity(edges: PictureEdges, lattice: Lattice) -> float:
    """Return how far the lattice's edges repeat with its own pitch and not with twice that, 0 to 1.

    A lattice of half the true pitch has half of its outlines within cells: its edges take turns.
    One of two widths is regular, for it was seen cell by cell.
    """
    if any(lattice.wider):
        return 1.0
    left, top, right, bottom = lattice.box
    left, top = max(left - 1, 0), max(top - 1, 0)
    part = edges.crop((left, top, right + 1, bottom + 1))
    level, upright = _axes(lattice.moved(-left, -top))
    columns = _column_profiles(part, lattice, level, upright)
    return min(_steadiness(_row_profiles(part), upright), _steadiness(columns, level))


def _axes(lattice: Lattice) -> tuple[_Axis, _Axis]:
    topology, pitch = lattice.topology, lattice.pitch
    x, y = lattice.first_cell_center
    by_rows = 2 if topology.variant in (Variant.ODD_ROWS, Variant.EVEN_ROWS) else 1
    by_cols = 2 if topology.variant in (Variant.ODD_COLS, Variant.EVEN_COLS) else 1
    triangles = topology.shape is Shape.TRIANGLE
    level = _Axis(x, pitch[0], topology.cols, 0.5 if triangles else by_rows)
    return level, _Axis(y, pitch[1], topology.rows, by_cols)


def _row_profiles(part: Edges) -> Profiles:
    """Return how strong the edges are that part each row of pixels from the next."""
    profile = strength(part.down).mean(axis=1).astype(np.float64)
    return Profiles(0.5, profile, profile)


def _column_profiles(part: Edges, lattice: Lattice, level: _Axis, upright: _Axis) -> Profiles:
    """Return the same for columns of pixels; for triangles along both slants of their sides."""
    if lattice.topology.shape is not Shape.TRIANGLE:
        profile = strength(part.across).mean(axis=0).astype(np.float64)
        return Profiles(0.5, profile, profile)
    slant = level.pitch / upright.pitch
    falling, rising = (_sheared(strength(part.any), upright.first, way) for way in (slant, -slant))
    return Profiles(0.5 - (len(falling) - part.shape[1]) / 2, falling, rising)


def _steadiness(profiles: Profiles, axis: _Axis) -> float:
    places = profiles.places - axis.middle
    period = np.array([2 * axis.pitch / min(axis.parts, 1)])
    power = np.abs(waves_of(profiles.one, places, period)[0]) ** 2
    return float(power[1::2].sum() / max(float(power.sum()), 1e-9))


def _sheared(edges: Map, row: float, slant: float) -> Float:
    """Return the profile of lines that run ``slant`` pixels right for each one down.

    Value i lies where such a line passes through ``row``; the profile is longer than the picture
    is wide by as much on each side.
    """
    height, width = edges.shape
    more = int(np.ceil(abs(slant) * height))
    # An edge map's value lies half-way to the next pixel.
    way = np.array([[1, slant, -more - slant * (row - 0.5)], [0, 1, 0]], dtype=np.float64)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    upright = cv2.warpAffine(edges, way, (width + 2 * more, height), flags=flags)
    return np.asarray(upright.sum(axis=0), dtype=np.float64)


def _fitted(profiles: Profiles, axis: _Axis, pitch: float) -> _Axis:
    """Return the axis with this pitch, placed where the profiles mirror themselves."""
    # The middle of the board is that of a cell only where the cells are odd in number.
    period = np.array([pitch / axis.parts])
    places = profiles.places - axis.middle - pitch * ((axis.count - 1) % 2) / 2
    one, other = (
        waves_of(profile, places, period)[0] for profile in (profiles.one, profiles.mirrored)
    )
    off = mirrored_at(one, other, float(period[0]), OFF * min(pitch, period[0]))
    first = axis.middle + off - pitch * (axis.count - 1) / 2
    return _Axis(first, pitch, axis.count, axis.parts)


def _fitted_pitch(profiles: Profiles, axis: _Axis) -> float:
    """Return the pitch of the profiles' strongest waves, a whole one if nearly so."""
    reach = DRIFT / max(axis.count / 2, 1) * axis.pitch
    step = FINE / max(axis.count, 1)
    pitches = axis.pitch + np.arange(-reach, reach + step, step)
    periods = pitches / axis.parts
    power = np.sum([spectral_power(one, periods) for one in profiles.both], axis=0)
    rough = pitches[int(np.argmax(power))]
    pitches = pitches[np.abs(pitches - rough) <= ROUGH * axis.pitch / max(axis.count, 1)]
    pitch = float(pitches[int(np.argmax(_power(profiles, axis, pitches)))])
    return _whole(pitch, axis.count)


def _shared_pitch(one: tuple[Profiles, _Axis], other: tuple[Profiles, _Axis]) -> float | None:
    """Return the pitch that two fitted axes have in common, None where each has its own.

    Most cells are as wide as high; a few columns, or rows, tell their pitch less exactly.
    """
    axes = one[1], other[1]
    low, high = sorted(axis.pitch for axis in axes)
    count = max(axis.count for axis in axes)
    if not 0 < high - low <= NEARLY_SQUARE * low or (low % 1 == 0 and high % 1 == 0):
        return None
    pitches = np.linspace(low, high, max(round((high - low) * count / FINE), 1) + 1)
    shares = []
    for profiles, axis in (one, other):
        power = _power(profiles, axis, pitches)
        shares.append(power / _power(profiles, axis, np.array([axis.pitch])))
    best = int(np.argmax(np.sum(shares, axis=0)))
    if min(share[best] for share in shares) < AS_SQUARE:
        return None
    return _whole(float(pitches[best]), count)


def _whole(pitch: float, count: int) -> float:
    """Return the pitch of so many cells, rounded where that hardly moves one."""
    if abs(round(pitch) - pitch) < min(NEARLY_WHOLE, 2 * WHOLE / count):
        return float(round(pitch))
    return pitch


def _power(profiles: Profiles, axis: _Axis, pitches: Float) -> Float:
    """Return the power of the profiles' waves of each pitch."""
    places = profiles.places - axis.middle
    waves = np.array([waves_of(one, places, pitches / axis.parts) for one in profiles.both])
    power: Float = (np.abs(waves) ** 2).sum(axis=(0, 2))
    return power
