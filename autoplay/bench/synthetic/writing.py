"""Writing as it stands beside boards: counters, clocks, words; the place of every character.

In the fonts this machine has and in seven segments, lit and not, on panels, spoiled as screens are.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from autoplay.bench.synthetic.fonts import (
    Typeface,
    drop_of,
    emoji,
    text_mask,
    typefaces,
    uncommon_typefaces,
)
from autoplay.bench.synthetic.lettering import Bars, segment_digits

Page = NDArray[np.uint8]

WORDS = ("Mines", "mines", "Flags", "Total", "Time", "Score", "Level", "Left", "Bombs", "Minas",
         "Reset", "New game", "Easy", "Marked", "Remaining", "Best", "x", "Play", "Restart", "Zeit",
         "Minen", "Flag", "left", "Difficulty")  # fmt: skip
ICONS = "🚩💣⏱🙂🏆⏰😀🎉🏁"


@dataclass(frozen=True)
class Writing:
    """A page, BGR uint8, and the ink boxes (left, top, right, bottom) of its characters.

    ``bright`` are the ways in which the ink may be brighter than the page, or not: in the brightest
    and in the darkest channel.
    """

    page: Page
    boxes: tuple[tuple[float, float, float, float, str], ...]
    bright: frozenset[bool]


def _number(rng: random.Random) -> str:
    return str(rng.choice((rng.randint(0, 9), *(rng.randint(10, 99),) * 2, rng.randint(100, 999))))


def _clock(rng: random.Random) -> str:
    return f"{rng.randint(0, 59):02d}:{rng.randint(0, 59):02d}"


def _labelled(rng: random.Random) -> str:
    after = rng.choice(("", "", f" {rng.choice(WORDS)}", f"/{_number(rng)}", "s", "%"))
    return rng.choice(WORDS) + rng.choice((": ", " ", ":", "= ")) + _number(rng) + after


TEXTS: tuple[tuple[float, Callable[[random.Random], str]], ...] = (
    (0.3, lambda rng: _number(rng).zfill(rng.choice((1, 2, 3, 4)))),
    (0.1, lambda rng: _number(rng) + rng.choice(("/", " / ")) + _number(rng)),
    (0.1, _clock),
    (0.3, _labelled),
    (0.1, lambda rng: rng.choice("x-(#+") + _number(rng) + rng.choice(("", ")", ".", ","))),
    (0.1, lambda rng: f"{rng.choice(WORDS)} {rng.choice(WORDS)}"),
)
"""What is written, and how often."""


def _text(rng: random.Random) -> str:
    shares, makers = zip(*TEXTS, strict=True)
    return str(rng.choices(makers, shares)[0](rng))


def _color(rng: random.Random) -> tuple[int, int, int]:
    return rng.randint(0, 255), rng.randint(0, 255), rng.randint(0, 255)


GROUNDS = ((255, 255, 255), (0, 0, 0), (192, 192, 192), (240, 240, 240), (30, 30, 34))
INKS = ((0, 0, 0), (255, 255, 255), (255, 0, 0), (80, 80, 80))
PANELS = (((0, 0, 0), (255, 0, 0)), ((0, 0, 0), (0, 255, 0)), ((0, 0, 0), (255, 255, 255)),
          ((20, 0, 0), (255, 40, 30)), ((30, 30, 30), (255, 160, 60)),
          ((255, 255, 255), (0, 0, 0)), ((180, 200, 160), (20, 30, 20)))  # fmt: skip
"""Usual colours; those of seven segments are ground and ink."""

LEAST_CONTRAST, NO_CONTRAST = 60, 6
"""Gray levels between ink and ground in some channel, and below which there is none in one."""


def _colors(rng: random.Random) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    while True:
        ground = rng.choice(GROUNDS) if rng.random() < 0.3 else _color(rng)
        ink = rng.choice(INKS) if rng.random() < 0.3 else _color(rng)
        if max(abs(a - b) for a, b in zip(ground, ink, strict=True)) >= LEAST_CONTRAST:
            return ground, ink


def draw_writing(rng: random.Random, is_meant: Callable[[Typeface], bool]) -> Writing:
    """Return a page with one line of writing, from 7 to 52 pixels high, in a font that is meant."""
    return _spoiled(_on_panel(_written(rng, is_meant), rng), rng)


def _written(rng: random.Random, is_meant: Callable[[Typeface], bool]) -> Writing:
    height = int(np.exp(rng.uniform(np.log(7), np.log(52))))
    kind = rng.random()
    if kind < 0.3:
        return _in_segments(height, rng)
    if kind < 0.36:
        return _in_font(height, Typeface("pixel"), rng)
    some = typefaces() if rng.random() < 0.75 else uncommon_typefaces()
    faces = [face for face in some if is_meant(face)]
    return _in_font(height, rng.choice(faces or typefaces()), rng)


def _in_segments(height: int, rng: random.Random) -> Writing:
    """Draw digits of seven segments; those that are not lit are dim, dotted or not seen."""
    text = rng.choice(("{:03d}", "{:02d}", "{:04d}", "-{:02d}")).format(rng.randint(0, 99))
    if rng.random() < 0.3:
        text = f"{rng.randint(0, 999):03d}"
    ground, ink = rng.choice(PANELS) if rng.random() < 0.5 else _colors(rng)
    bars = Bars(
        wide=rng.uniform(0.42, 0.65),
        thick=rng.uniform(0.09, 0.2),
        gap=int(rng.random() < 0.4 and height > 14),
        mitred=rng.random() < 0.5,
    )
    lit, dark = segment_digits(text, height, bars)
    page = Image.new("RGB", (lit.width + 2 * height, lit.height + 2 * height), ground)
    seen = rng.random()
    if seen < 0.5:
        share = rng.uniform(0.1, 0.55)
        dim = tuple(round(a + (b - a) * share) for a, b in zip(ground, ink, strict=True))
        page.paste(dim, (height, height), dark)
    elif seen < 0.8:
        dots = np.indices((dark.height, dark.width)).sum(axis=0) % 2 == 0
        page.paste(ink, (height, height), Image.fromarray(np.asarray(dark) * dots.astype(np.uint8)))
    page.paste(ink, (height, height), lit)
    boxes = []
    for place, character in enumerate(text):
        own, _ = segment_digits(" " * place + character, height, bars)
        left, top, right, bottom = (edge + height for edge in own.getbbox() or (0, 0, 1, 1))
        boxes.append((left, top, right, bottom, character))
    return Writing(_bgr(page), tuple(boxes), _brighter(ink, ground))


def _in_font(height: int, face: Typeface, rng: random.Random) -> Writing:
    """Draw a text character by character, wider or closer, some with an icon before it."""
    text = _text(rng)
    ground, ink = _colors(rng)
    smooth, apart = rng.random() < 0.8, rng.choice((0.08, 0.12, 0.2, 0.3)) * height
    left, boxes, masks = float(height), [], []
    for character in text:
        if character == " ":
            left += 0.4 * height + apart
            continue
        mask = text_mask(character, face, height, smooth)
        place = round(left), 2 * height + drop_of(character, face, height)
        masks.append((mask, place))
        boxes.append((*place, place[0] + mask.width, place[1] + mask.height, character))
        left += mask.width + apart
    page = Image.new("RGB", (round(left) + height, 5 * height), ground)
    for mask, place in masks:
        page.paste(ink, place, mask)
    icon = emoji(rng.choice(ICONS), round(1.2 * height)) if rng.random() < 0.15 else None
    if icon is not None:
        page.paste(icon, (0, 2 * height), icon)
    return Writing(_bgr(page), tuple(boxes), _brighter(ink, ground))


def _brighter(ink: Sequence[int], ground: Sequence[int]) -> frozenset[bool]:
    pairs = [(end(ink), end(ground)) for end in (max, min)]
    return frozenset(a > b for a, b in pairs if abs(a - b) > NO_CONTRAST)


def _bgr(page: Image.Image) -> Page:
    return np.ascontiguousarray(np.asarray(page)[:, :, ::-1])


def _on_panel(writing: Writing, rng: random.Random) -> Writing:
    """Return the writing on a panel of its own, near the edges of which it may stand."""
    if not writing.boxes or rng.random() > 0.55:
        return writing
    left, top = (int(min(box[side] for box in writing.boxes)) for side in (0, 1))
    right, bottom = (int(max(box[side] for box in writing.boxes)) for side in (2, 3))
    room = max(2, int((bottom - top) * rng.choice((0.1, 0.3, 0.6))))
    left, top = (max(side - rng.randint(1, room), 0) for side in (left, top))
    right, bottom = right + rng.randint(1, room), bottom + rng.randint(1, room)
    page = np.full_like(writing.page, _color(rng))
    page[top:bottom, left:right] = writing.page[top:bottom, left:right]
    width = rng.choice((0, 0, 1, 1, 2, 3))
    if width:
        light, shade = _color(rng), _color(rng)
        cv2.line(page, (left, top - 1), (right, top - 1), light, width)
        cv2.line(page, (left - 1, top), (left - 1, bottom), light, width)
        cv2.line(page, (left, bottom), (right, bottom), shade, width)
        cv2.line(page, (right, top), (right, bottom), shade, width)
    return replace(writing, page=page)


def _spoiled(writing: Writing, rng: random.Random) -> Writing:
    """Return the page shaded, scaled, compressed or noisy, as screens are shown and kept."""
    page, scale = writing.page, 1.0
    if rng.random() < 0.2:
        shade = np.linspace(0, rng.uniform(-40, 40), len(page))[:, None, None]
        page = np.clip(page + shade, 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        scale = rng.uniform(0.7, 1.6)
        way = rng.choice((cv2.INTER_AREA, cv2.INTER_LINEAR, cv2.INTER_CUBIC))
        page = np.asarray(cv2.resize(page, None, fx=scale, fy=scale, interpolation=way), np.uint8)
    kind = rng.random()
    if kind < 0.12:
        _, stored = cv2.imencode(".jpg", page, [cv2.IMWRITE_JPEG_QUALITY, rng.randint(65, 95)])
        page = np.asarray(cv2.imdecode(stored, cv2.IMREAD_COLOR), np.uint8)
    elif kind < 0.2:
        noise = np.random.default_rng(rng.getrandbits(30)).normal(0, rng.uniform(1, 5), page.shape)
        page = np.clip(page + noise, 0, 255).astype(np.uint8)
    boxes = tuple(
        (scale * left, scale * top, scale * right, scale * bottom, character)
        for left, top, right, bottom, character in writing.boxes
    )
    return replace(writing, page=page, boxes=boxes)
