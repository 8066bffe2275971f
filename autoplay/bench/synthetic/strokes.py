"""Characters drawn by strokes, every hand another: like those people draw pixel by pixel.

Games that are drawn by hand have digits of no font. A hand is a random choice of how each
character runs, how wide, thick, round and slanted it is, and on how coarse a grid of pixels.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from PIL import Image, ImageDraw, ImageFilter

Path = tuple[tuple[float, float], ...]

_RUNS: dict[str, tuple[str, ...]] = {
    "0": ("2,0 1,0 0,1 0,5 1,6 3,6 4,5 4,1 3,0 2,0", "0,0 4,0 4,6 0,6 0,0"),
    "1": ("1,1 2,0 2,6", "1,1 2,0 2,6/1,6 3,6", "1,0 2,0 2,6/0,6 4,6", "2,0 2,6", "0,2 3,0 3,6"),
    "2": ("0,1 1,0 3,0 4,1 4,2 0,6 4,6", "0,0 4,0 4,3 0,3 0,6 4,6", "0,1 2,0 4,1 4,2 2,4 0,6 4,6"),
    "3": (
        "0,1 1,0 3,0 4,1 4,2 3,3 4,4 4,5 3,6 1,6 0,5",
        "0,0 4,0 4,6 0,6/1,3 4,3",
        "0,1 1,0 3,0 4,1.5 3,3 1.5,3/3,3 4,4.5 3,6 1,6 0,5",
    ),
    "4": ("3,6 3,0 0,4 4,4", "0,0 0,3 4,3/4,0 4,6", "1,0 0,4 4,4/3,2 3,6", "3,0 0,4 4,4/3,0 3,6"),
    "5": (
        "4,0 0,0 0,3 3,3 4,4 4,5 3,6 0,6",
        "4,0 0,0 0,3 4,3 4,6 0,6",
        "4,0 1,0 0,3 1,2.3 3,2.3 4,3.5 4,5 3,6 1,6 0,5",
        "4,0 0,0 0,2.5 3,2.5 4,3.5 4,5 3,6 1,6 0,5",
    ),
    "6": (
        "3.5,0 1.5,0 0,2 0,5 1,6 3,6 4,5 4,4 3,3 0,3.2",
        "4,0 0,0 0,6 4,6 4,3 0,3",
        "3,0 1,1.5 0,4 1,6 3,6 4,4.5 3,3 1,3 0,4",
    ),
    "7": (
        "0,0 4,0 1,6",
        "0,0 4,0 4,6",
        "0,0 4,0 2,3 2,6",
        "0,0 4,0 1.5,6/1,3 3.5,3",
        "0,1 0,0 4,0 4,6",
    ),
    "8": (
        "2,3 1,3 0,2 0,1 1,0 3,0 4,1 4,2 3,3 1,3 0,4 0,5 1,6 3,6 4,5 4,4 3,3 2,3",
        "0,0 4,0 4,6 0,6 0,0/0,3 4,3",
        "2,3 0.5,1.5 2,0 3.5,1.5 2,3 0,4.5 2,6 4,4.5 2,3",
    ),
    "9": (
        "4,2.8 1,3 0,2 0,1 1,0 3,0 4,1 4,4 2.5,6 0.5,6",
        "4,3 0,3 0,0 4,0 4,6 0,6",
        "4,2 3,3 1,3 0,1.5 1,0 3,0 4,2 3,4.5 1,6",
    ),
    "F": ("4,0 0,0 0,6/0,3 3,3",),
    "P": ("0,6 0,0 3,0 4,1 4,2 3,3 0,3",),
    "M": ("0,6 0,0 2,3 4,0 4,6", "0,6 1,0 2,4 3,0 4,6"),
    "B": ("0,0 3,0 4,1 4,2 3,3 0,3 0,0 0,6 3,6 4,5 4,4 3,3",),
    "X": ("0,0 4,6/4,0 0,6",),
    "?": ("0,1 1,0 3,0 4,1 4,2 2,3.5 2,4.3/2,5.8 2,6", "0,0 4,0 4,2.5 2,3 2,4.2/2,5.8 2,6"),
    "!": ("2,0 2,4/2,5.8 2,6",),
}  # fmt: skip
"""How characters run, on a grid 4 wide and 6 high; a slash lifts the pen."""


@dataclass(frozen=True)
class Hand:
    """One way of drawing; lengths are shares of a character's height.

    ``grid`` is its height in pixels before it is enlarged, 0 where it is drawn as fine as needed.
    """

    seed: str
    width: float
    thickness: float
    slant: float
    shake: float
    rounds: int
    grid: int
    hollow: bool


@cache
def hand(seed: str) -> Hand:
    """Return the hand of this seed."""
    rng = random.Random(f"hand {seed}")
    thickness = rng.uniform(0.09, 0.19)
    return Hand(
        seed,
        width=max(rng.uniform(0.45, 0.85), 3.4 * thickness),  # or the holes of 6 and 8 close
        thickness=thickness,
        slant=rng.choice((0, 0, 0, rng.uniform(-0.1, 0.25))),
        shake=rng.choice((0, 0.02, 0.03)),
        rounds=rng.choice((0, 0, 1, 2)),
        grid=rng.choice((0, 0, 7 if thickness < 0.14 else 9, 9, 10, 11, 12, 13, 14)),
        hollow=rng.random() < 0.06,
    )


def drawable(text: str) -> bool:
    """Whether strokes are known for all of these characters."""
    return set(text) <= set(_RUNS)


def draw_strokes(text: str, how: Hand, height: int) -> Image.Image:
    """Return the text as a mode L mask about ``height`` pixels high, not cut to its ink."""
    fine = how.grid or max(height, 7) * 4
    step, pad = how.width * fine, how.thickness * fine
    size = (math.ceil((step + 2 * pad) * len(text) + 2 * pad), math.ceil(fine + 2 * pad))
    mask = Image.new("L", size)
    for place, character in enumerate(text):
        left = pad + place * (step + 2 * pad)
        _draw(mask, character, how, (left + pad / 2, pad, step - pad, fine - pad))
    if how.hollow and fine >= 12:
        mask = Image.composite(Image.new("L", size), mask, mask.filter(ImageFilter.MinFilter(3)))
    share = height / fine
    wanted = (max(round(size[0] * share), 1), max(round(size[1] * share), 1))
    coarse = how.grid and share >= 1
    return mask.resize(wanted, Image.Resampling.NEAREST if coarse else Image.Resampling.BOX)


def _draw(
    mask: Image.Image, character: str, how: Hand, box: tuple[float, float, float, float]
) -> None:
    rng = random.Random(f"{how.seed} {character}")
    left, top, width, height = box
    pen = ImageDraw.Draw(mask)
    thick = max(round(how.thickness * (height + how.thickness * height)), 1)
    for run in rng.choice(_RUNS[character]).split("/"):
        path: Path = tuple((float(x), float(y)) for x, y in (p.split(",") for p in run.split()))
        path = tuple(
            (x / 4 + rng.gauss(0, how.shake), y / 6 + rng.gauss(0, how.shake)) for x, y in path
        )
        for _ in range(how.rounds):
            path = _rounder(path)
        points = [
            (left + (x + how.slant * (0.5 - y)) * width, top + how.thickness / 4 + y * height)
            for x, y in path
        ]
        pen.line(points, fill=255, width=thick, joint="curve")


def _rounder(path: Path) -> Path:
    """Return the path with its corners cut (Chaikin 1974), its ends kept."""
    cut = [path[0]]
    for (x0, y0), (x1, y1) in pairwise(path):
        cut += [(0.75 * x0 + 0.25 * x1, 0.75 * y0 + 0.25 * y1),
                (0.25 * x0 + 0.75 * x1, 0.25 * y0 + 0.75 * y1)]  # fmt: skip
    return (*cut, path[-1])
