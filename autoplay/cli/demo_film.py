"""An animated picture of a game: the captured window, risks as colours, the pointer, a caption."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from autoplay.cli.risk_colours import risks_of
from autoplay.desktop.ports import Frame, Point
from autoplay.files import check_writable, write_whole
from autoplay.inference import Analysis
from autoplay.vision.annotate import paint_risks
from autoplay.vision.lattice import Lattice

KINDS = {".gif": "GIF", ".png": "PNG", ".webp": "WEBP"}
MAX_BYTES = 2_000_000
"""Larger files are awkward in a README or a chat; frames are left out until it fits."""
MAX_PIXELS = 200_000_000
"""Of all pictures together, a byte each; a film that fits MAX_BYTES has fewer by far."""
COLORS = 128
"""Colours of the palette: enough for tinted cells, and files are a third smaller than with 256."""

SMALLEST_WIDTH = 440
"""Pixels; a caption needs this much."""

LOOK_MS, CLICK_MS, LAST_MS = 500, 90, 2500
CAPTION_HEIGHT = 30
GROUND, INK = (28, 30, 34), (235, 235, 235)


@dataclass(frozen=True)
class Scene:
    """What one picture of the film shows; ``lattice`` is in pixels of the frame."""

    frame: Frame
    pointer: Point
    caption: str
    lattice: Lattice | None = None
    analysis: Analysis | None = None
    milliseconds: int = LOOK_MS


def check_film_place(path: Path) -> None:
    """Raise UsageError where a film could not be written, or for a name of none of KINDS."""
    check_writable(path, list(KINDS))


def draw_scene(scene: Scene) -> Image.Image:
    """Return the scene as an RGB picture, its caption below."""
    pixels = np.ascontiguousarray(scene.frame.pixels[:, :, 2::-1])
    height, width = pixels.shape[:2]
    game = Image.fromarray(pixels)
    if scene.lattice is not None and scene.analysis is not None:
        layer = Image.new("RGBA", game.size)
        paint_risks(ImageDraw.Draw(layer), scene.lattice, risks_of(scene.analysis))
        game.paste(layer, (0, 0), layer)
    left = max(0, SMALLEST_WIDTH - width) // 2
    picture = Image.new("RGB", (width + 2 * left, height + CAPTION_HEIGHT), GROUND)
    picture.paste(game, (left, 0))
    draw = ImageDraw.Draw(picture)
    x, y = scene.frame.pixel_at(scene.pointer)
    _draw_pointer(draw, (left + x, y))
    draw.text(
        (10, height + CAPTION_HEIGHT / 2),
        scene.caption,
        font=ImageFont.load_default(13),
        fill=INK,
        anchor="lm",
    )
    return picture


def _draw_pointer(draw: ImageDraw.ImageDraw, tip: tuple[float, float]) -> None:
    outline = ((0, 0), (0, 17), (4, 13), (7, 20), (10, 19), (7, 12), (12, 12))
    corners = [(tip[0] + x, tip[1] + y) for x, y in outline]
    draw.polygon(corners, fill=(255, 255, 255), outline=(0, 0, 0))


class Film:
    """Collects scenes and writes them as one animated picture.

    However long the game, no more than MAX_PIXELS are held: scenes are left out as it goes on.
    """

    def __init__(self) -> None:
        self._pictures: list[Image.Image] = []
        self._milliseconds: list[int] = []

    def add(self, scene: Scene) -> None:
        """Add a scene at the end."""
        self._pictures.append(draw_scene(scene).quantize(COLORS, dither=Image.Dither.NONE))
        self._milliseconds.append(scene.milliseconds)
        if sum(each.width * each.height for each in self._pictures) > MAX_PIXELS:
            self._pictures, self._milliseconds = _thinned(self._pictures, self._milliseconds)

    def __len__(self) -> int:
        return len(self._pictures)

    def encoded(self, kind: str) -> bytes:
        """Return the animation, at most MAX_BYTES large unless two pictures are larger already."""
        pictures, times = self._pictures, [*self._milliseconds[:-1], LAST_MS]
        while True:
            data = _encode(pictures, times, kind)
            if len(data) <= MAX_BYTES or len(pictures) <= 2:
                return data
            pictures, times = _thinned(pictures, times)

    def save(self, path: Path) -> None:
        """Write the film to a path of one of KINDS; the file appears only when it is whole."""
        write_whole(path, self.encoded(KINDS[path.suffix.lower()]))


def _encode(pictures: list[Image.Image], times: list[int], kind: str) -> bytes:
    data = io.BytesIO()
    first, *others = pictures
    first.save(
        data, kind, save_all=True, append_images=others, duration=times, loop=0, optimize=True
    )
    return data.getvalue()


def _thinned(pictures: list[Image.Image], times: list[int]) -> tuple[list[Image.Image], list[int]]:
    """Leave out every second picture but the last; its neighbour stays for its time, too."""
    kept = [i for i in range(len(pictures)) if i % 2 == 0 or i == len(pictures) - 1]
    ends = [*kept[1:], len(pictures)]
    return [pictures[i] for i in kept], [
        sum(times[start:end]) for start, end in zip(kept, ends, strict=True)
    ]
