"""Tiles to train and measure the glyph model on, drawn at random: each label about equally often.

Boards of every synthetic skin with symbols of many more kinds than whole screens show, and junk
that is no label. No picture of a real game is used.
"""

from __future__ import annotations

import random
import re
import zlib
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from autoplay.bench.synthetic import make_screen
from autoplay.bench.synthetic.color import BLACK, WHITE, hsv, readable_on
from autoplay.bench.synthetic.distort import random_distortion
from autoplay.bench.synthetic.fonts import Typeface, emoji_font, typefaces, uncommon_typefaces
from autoplay.bench.synthetic.icons import icons_of
from autoplay.bench.synthetic.layout import Layout, regular_pitch
from autoplay.bench.synthetic.look import plain
from autoplay.bench.synthetic.palettes import number_grounds
from autoplay.bench.synthetic.picture import BoardPainter
from autoplay.bench.synthetic.scene import MIN_PITCH
from autoplay.bench.synthetic.skin import Mark, Numerals, Relief, Skin
from autoplay.bench.synthetic.skins import make_skin
from autoplay.bench.workers import worked_off
from autoplay.game import MAX_NUMBER, VARIANTS, Board, Label, Shape, Topology
from autoplay.vision.lattice import Lattice
from autoplay.vision.learning.small import enlarged
from autoplay.vision.looks import each_a_look
from autoplay.vision.tiles import SIDE, canonical_tiles

JUNK_TEXT = (*"ACDEGHJKLNQRSTUVWYZabcdefghijkmnpqrstuvwyz&%+=<>~$^/|()[]{}♔♕♖♗♘♙♚♛♜♞♟♠♥♦♣★☆✓→←↑↓",
             *(str(number) for number in range(13, 100, 3)), "2048", "OK", "Mo", "the")  # fmt: skip
JUNK_EMOJI = tuple("🐱🙂😎⭐🍎🎲🚀🏠🔑📷🌲👻🎵🔔💎🍀🐶🌙⚽🎁📌🔒💡")
WORKERS = 2
"""Processes that draw."""

PER_LABEL = 3
"""Tiles of one label taken from one screen at most."""

Samples = tuple[NDArray[np.uint8], NDArray[np.int64]]


def draw_samples(seed: int, held_out: bool = False, icons: str = "") -> Samples:
    """Return the tiles of one drawn board, (n, SIDE, SIDE, 3) uint8, and their classes.

    Its font is one of those kept from training where ``held_out``, one of the others elsewhere.
    ``icons`` is a folder of icons to draw some marks as.
    """
    rng = random.Random(f"glyphs {seed}")
    sheet = _draw_sheet(rng, held_out, icons)
    picture = np.asarray(cv2.cvtColor(np.asarray(sheet.page), cv2.COLOR_RGB2BGR), dtype=np.uint8)
    size = (picture.shape[1], picture.shape[0])
    layout = sheet.layout
    pitch = layout.pitch_x, layout.pitch_y
    first = layout.middle(0, 0)
    center = (BORDER + first[0] - 0.5, BORDER + first[1] - 0.5)
    if rng.random() < 0.5:
        change = random_distortion(rng, min(pitch))
        picture, center = change.apply(picture, seed), change.point(*center, size)
        factors = change.factors(size)
        pitch = pitch[0] * factors[0], pitch[1] * factors[1]
    # A lattice found in a picture is off by a little.
    slip = [rng.gauss(0, 0.02) * side for side in pitch]
    lattice = Lattice(layout.topology, (center[0] + slip[0], center[1] + slip[1]), pitch)
    tiles = canonical_tiles(picture, lattice)
    if rng.random() < 0.5:
        # Judged are symbols that were enlarged where they are small.
        (tiles,) = enlarged(picture, lattice, each_a_look(tiles))
    chosen = [
        cell
        for label in np.unique(sheet.labels)
        for cell in np.flatnonzero(sheet.labels == label)[:PER_LABEL]
    ]
    return tiles[chosen], sheet.labels[chosen]


def is_held_out(face: Typeface) -> bool:
    """Whether a font is kept from training; all styles of a family are, or none."""
    return zlib.crc32(family_of(face).encode()) % HOLD_OUT == 0


def family_of(face: Typeface) -> str:
    """Return the part of a font's name that all its styles share."""
    return re.split(r"[-_]", face.name)[0]


HOLD_OUT = 6
"""One family in this many is kept from training."""

BORDER = 3
"""Pixels of the ground around a sheet's cells."""


@dataclass(frozen=True, eq=False)
class _Sheet:
    """A drawn board on which all labels are about equally frequent."""

    page: Image.Image
    layout: Layout
    labels: NDArray[np.int64]


def _draw_sheet(rng: random.Random, held_out: bool, icons: str) -> _Sheet:
    shape = rng.choices((Shape.SQUARE, Shape.HEXAGON, Shape.TRIANGLE), (60, 15, 25))[0]
    skin = make_skin(rng)
    if skin.cover is not None:
        shape = Shape.SQUARE  # characters and emoji stand in rows and columns
    numerals = _varied(rng, skin.numerals, shape)
    if numerals.face.kind == "file" and is_held_out(numerals.face) is not held_out:
        others = [face for face in typefaces() if is_held_out(face) is held_out]
        numerals = replace(numerals, face=rng.choice(others or [numerals.face]))
    if icons and not skin.is_text and rng.random() < 0.45:
        skin = _with_icons(rng, skin, icons)
    else:
        skin = _free_marks(rng, skin)
    skin = replace(skin, numerals=numerals)
    topology = Topology(shape, 8, 10, rng.choice(VARIANTS[shape]))
    least = 20.0 if shape is Shape.TRIANGLE else MIN_PITCH
    side = float(round(least * (MOST_SIDE / least) ** rng.random()))
    x, y = regular_pitch(
        shape, topology.variant, side * rng.choice((1, 1, 1.25, rng.uniform(1, 1.1)))
    )
    if skin.fine == 1:
        x, y = round(x), round(y)
    if skin.is_text:  # characters are taller than wide
        x = max(round(x * rng.uniform(0.5, 0.9)), MIN_PITCH)
    layout = Layout(topology, x, y)
    labels = np.frombuffer(_random_labels(topology, rng), np.uint8).astype(np.int64)
    if rng.random() < 0.35:
        # The question mark's place is taken by something that is no label.
        skin = replace(skin, question=_junk(rng, skin, icons))
        labels[labels == Label.QUESTION] = Label.UNREADABLE
    drawn = np.where(labels == Label.UNREADABLE, Label.QUESTION, labels).astype(np.uint8)
    width, height = (int(length) + 2 * BORDER + 1 for length in layout.size)
    page = Image.new("RGB", (width, height), skin.base)
    BoardPainter(skin, layout).paint(page, Board(topology, drawn.tobytes(), 10), (BORDER, BORDER))
    return _Sheet(page, layout, labels)


MOST_SIDE = 64.0
"""Pixels: larger cells look the same at the canonical size."""


def _free_marks(rng: random.Random, skin: Skin) -> Skin:
    """Return the skin, mostly with a flag and mines that are put together at random."""
    if skin.is_text or rng.random() < 0.4:
        return skin
    seed, size = str(rng.random()), rng.uniform(0.8, 1.5)
    return _remarked(skin, f"free flag:{seed}", f"free mine:{seed}", size)


def _with_icons(rng: random.Random, skin: Skin, icons: str) -> Skin:
    """Return the skin with marks drawn as icons of a folder, each of any of its drawers."""
    flag, mine, question = (
        rng.choice(icons_of(icons, kind)) for kind in ("flag", "mine", "question")
    )
    if rng.random() < 0.5:
        skin = replace(skin, question=replace(skin.question, style=question, size=1.3))
    return _remarked(skin, flag, mine, rng.uniform(0.9, 1.7))


def _remarked(skin: Skin, flag: str, mine: str, size: float) -> Skin:
    """Return the skin with its flags and mines drawn otherwise, wrong flags with them."""
    wrong = skin.wrong
    if wrong.style == skin.mine.style:
        wrong = replace(wrong, style=mine, size=size)
    elif wrong.style == skin.flag.style:
        wrong = replace(wrong, style=flag, size=size)
    return replace(
        skin,
        flag=replace(skin.flag, style=flag, size=size),
        mine=replace(skin.mine, style=mine, size=size),
        exploded=replace(skin.exploded, style=mine, size=size),
        wrong=wrong,
    )


def _varied(rng: random.Random, numerals: Numerals, shape: Shape) -> Numerals:
    """Return numerals of more kinds than whole screens show: other hands, sizes and places."""
    face = numerals.face
    if face.kind == "file" and rng.random() < 0.35:
        face = _uncommon(rng) or face
    draw = rng.random()
    if draw < 0.2 and not numerals.zero:
        face = Typeface("strokes", str(rng.random()))
    elif draw < 0.3 and face.kind == "file":
        face = Typeface("coarse", face.path)
    elif draw < 0.36 and not numerals.zero:
        face = Typeface("opencv", str(rng.choice((0, 0, 1, 2, 3, 4, 6))))
    room = (0.3, 0.3) if shape is Shape.TRIANGLE else (0.12, 0.12)
    if rng.random() < 0.1:
        room = (0.5, 0.15)  # text that begins at the left of its cell
    grounds = numerals.grounds
    if grounds is None and rng.random() < 0.08:
        grounds = number_grounds(rng)
    colors = numerals.colors
    if grounds is not None:
        colors = tuple(
            readable_on(color, ground, 2.5) for color, ground in zip(colors, grounds, strict=True)
        )
    return replace(
        numerals,
        face=face,
        colors=colors,
        grounds=grounds,
        height=numerals.height * rng.uniform(0.75, 1.1),
        offset=(rng.uniform(-room[0], room[0]), rng.uniform(-room[1], room[1])),
        shadow=rng.random() < 0.15,
    )


def _uncommon(rng: random.Random) -> Typeface | None:
    """Return a font of a family that few games use, None where this machine has none."""
    families = sorted({family_of(face) for face in uncommon_typefaces()})
    if not families:
        return None
    family = rng.choice(families)
    return rng.choice([face for face in uncommon_typefaces() if family_of(face) == family])


def _random_labels(topology: Topology, rng: random.Random) -> bytes:
    highest = 12 if topology.shape is Shape.TRIANGLE else 8
    numbers = list(range(highest + 1))
    if topology.shape is Shape.HEXAGON:
        numbers = list(range(7))
    elif rng.random() < 0.15:
        numbers = list(range(MAX_NUMBER + 1))
    others = [Label.COVERED] * 3 + [Label.ZERO] * 2
    others += [Label.FLAG, Label.FLAG, Label.QUESTION, Label.MINE, Label.MINE]
    others += [Label.EXPLODED, Label.WRONG_FLAG]
    return bytes(rng.choices([*numbers, *others], k=len(topology)))


def _junk(rng: random.Random, skin: Skin, icons: str) -> Mark:
    color = hsv(rng.random(), rng.uniform(0, 1), rng.uniform(0.1, 1))
    bare = replace(skin.covered, colors=plain(color), relief=Relief.FLAT)
    if icons and rng.random() < 0.4:
        ground, style = skin.covered, rng.choice(icons_of(icons, "junk"))
    else:
        styles = [f"text:{rng.choice(JUNK_TEXT)}"] * 4 + ["dot"]
        if emoji_font():
            styles += [f"emoji:{rng.choice(JUNK_EMOJI)}"] * 2
        ground, style = rng.choice((skin.covered, skin.opened, bare)), rng.choice(styles)
    ink = readable_on(rng.choice((BLACK, WHITE, color)), ground.colors[0], 2.2)
    return Mark(style, ink, ink, ground, rng.uniform(0.6, 1.4))


def draw_strange(seed: int) -> Samples:
    """Return squares cut at random from a drawn screen without any board, all of them strange."""
    picture, rng = make_screen(seed, "no board").image, random.Random(f"strange {seed}")
    height, width = picture.shape[:2]
    tiles = []
    for _ in range(STRANGE_TRIES):
        side = rng.uniform(12, 60)
        place = rng.uniform(side, width - side), rng.uniform(side, height - side)
        tile = canonical_tiles(picture, Lattice(Topology(Shape.SQUARE, 1, 1), place, (side, side)))
        if tile.std(axis=(1, 2)).max() > LEAST_DETAIL:
            tiles.append(tile[0])
    chosen = np.array(tiles[:STRANGE_TILES], np.uint8).reshape(-1, SIDE, SIDE, 3)
    return chosen, np.full(len(chosen), int(Label.UNREADABLE), np.int64)


STRANGE_TRIES, STRANGE_TILES = 60, 12
LEAST_DETAIL = 12
"""Gray levels of standard deviation: plainer squares look like bare cells."""


def collect(screens: int, start: int, held_out: bool = False, icons: str = "") -> Samples:
    """Return the samples of this many drawn boards, and of an eighth as many other screens."""
    seeds = range(start, start + screens)
    draw = partial(draw_samples, held_out=held_out, icons=icons)
    parts = list(worked_off(draw, seeds, WORKERS))
    parts += worked_off(draw_strange, seeds[::8], WORKERS)
    return np.concatenate([p[0] for p in parts]), np.concatenate([p[1] for p in parts])
