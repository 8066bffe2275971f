"""The fonts this machine has, and ways of drawing characters that need none.

A drawn game names its font by a ``Typeface``: a font file, smooth or in coarse pixels, the pixel
font, the seven segments, drawn strokes, one of OpenCV's fonts or the one that comes with Pillow.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from autoplay.bench.synthetic.lettering import SEGMENTS, opencv_text, pixel_text, segment_text
from autoplay.bench.synthetic.strokes import draw_strokes, drawable, hand

_FOLDERS = {
    "linux": ("/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts", "~/.local/share/fonts"),
    "darwin": ("/System/Library/Fonts", "/Library/Fonts", "~/Library/Fonts"),
    "win32": ("C:/Windows/Fonts",),
}

_FAMILIES = re.compile(
    r"(dejavusans|dejavuserif|liberation|freesans|freeserif|freemono|roboto|lato|opensans"
    r"|comicneue|inter|firacode|cantarell|carlito|quicksand|urwgothic|c059|p052|nimbussans"
    r"|nimbusroman|notosans|notoserif|notomono|notosansmono|notosansdisplay"
    r"|arial|verdana|tahoma|segoeui|calibri|consola|georgia|comic|trebuc|impact"
    r"|helvetica|menlo|courier|times)"
    r"[-_]?(regular|bold|black|medium|semibold|book|roman|light|bd|z|b|mono|mono-bold"
    r"|condensed|condensed-bold|narrow-regular|narrow-bold|mono-regular|sans-regular|sans-bold"
    r"|serif-regular|serif-bold)?\d*"
)
"""Families with ordinary Latin digits: a font folder also holds symbols and other scripts."""

_UNCOMMON = re.compile(
    r"3270|amiga|atarismall|spleen|proggy|unifont(?:_jp)?$|sixtyfour|dotgothic16|b612|hack|jetbrainsmono"
    r"|go-|fantasquesansmono|courierprime|bebasneue|cabin|comfortaa|dosis|karla|manrope|jura|play-"
    r"|leaguemono|leaguespartan|mononoki|monof55|oxygen|pt[mnscf]\d|sora-|ocra|dseg7classic"
    r"|dseg7modern|ecolier|humor|opendyslexic-|tuffy|vollkorn|linlibertine|linbiolinum"
    r"|ebgaramond|lobster|kaushanscript|cherrybomb|averia|tiresias|yanonekaffeesatz|gnutypewriter"
    r"|hermit|inconsolata|anonymous|monoid-|universalis|gillius|dustismo|stick|yuseimagic|dkg|breip"
    r"|beteckna|urwbookman|z003|nimbusmonops|px|caladea|ubuntu"
)
"""How the names of other fonts with Latin digits begin: retro, rounded, narrow, by hand."""

_EMOJI = re.compile(r"(notocoloremoji|applecoloremoji|seguiemj)")

EMOJI_SIZE = 109
"""Pixels: the only size in which the bitmap emoji fonts can be drawn."""


@dataclass(frozen=True)
class Typeface:
    """How characters are drawn: ``kind`` is ``file``, ``coarse``, ``pillow``, ``pixel``,
    ``segments``, ``strokes`` or ``opencv``; ``path`` is the font's file, the seed of the hand that
    draws strokes, or the number of one of OpenCV's fonts."""

    kind: str
    path: str = ""

    @property
    def name(self) -> str:
        """The name used in a screen's description."""
        return Path(self.path).stem if self.path else self.kind


@cache
def typefaces() -> tuple[Typeface, ...]:
    """Return the font files found that have ordinary digits, by name; Pillow's own if none."""
    return _faces_named(_FAMILIES.fullmatch) or (Typeface("pillow"),)


@cache
def uncommon_typefaces() -> tuple[Typeface, ...]:
    """Return the font files found whose digits are drawn as few games draw them, by name."""
    return _faces_named(_UNCOMMON.match)


def _faces_named(is_named: Callable[[str], object]) -> tuple[Typeface, ...]:
    """Return the font files found with such names in small letters, each name once, in order."""
    found = {path.stem: str(path) for path in _font_files() if is_named(path.stem.lower())}
    return tuple(Typeface("file", found[stem]) for stem in sorted(found))


@cache
def emoji_font() -> str:
    """Return the path of a colour emoji font, empty where there is none."""
    for path in _font_files():
        if _EMOJI.fullmatch(path.stem.lower()):
            return str(path)
    return ""


@cache
def _font_files() -> tuple[Path, ...]:
    folders = (Path(name).expanduser() for name in _FOLDERS.get(sys.platform, ()))
    files = (path for folder in folders if folder.is_dir() for path in folder.rglob("*"))
    return tuple(sorted(path for path in files if path.suffix.lower() in {".ttf", ".otf"}))


@cache
def _sized(face: Typeface, size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    if face.kind in ("file", "coarse"):
        return ImageFont.truetype(face.path, size)
    return ImageFont.load_default(size)


def pick_typeface(rng: random.Random, drawn: float = 0.12) -> Typeface:
    """Return a random typeface; ``drawn`` is the share of pixel and seven-segment ones."""
    if rng.random() < drawn:
        return Typeface(rng.choice(("pixel", "segments")))
    return rng.choice(typefaces())


def text_mask(text: str, face: Typeface, height: int, smooth: bool = True) -> Image.Image:
    """Return the text as a mode L mask, cut to its ink, its capitals ``height`` pixels high."""
    height = max(height, 3)
    if face.kind == "pixel":
        return pixel_text(text, height)
    if face.kind == "segments" and set(text) <= set(SEGMENTS):
        return segment_text(text, height)
    if face.kind == "strokes" and drawable(text):
        mask = draw_strokes(text, hand(face.path), height)
        return mask.crop(mask.getbbox() or (0, 0, 1, 1))
    if face.kind == "opencv":
        return opencv_text(text, int(face.path), height)
    if face.kind == "coarse":
        return _coarse_text(text, face, height)
    return _font_text(text, face, height, smooth)


def drop_of(text: str, face: Typeface, height: int) -> int:
    """Return how many pixels below the top of its capitals a text begins, 0 where not known."""
    if face.kind != "file":
        return 0
    font = _sized(face, _size_of(height))
    return round(font.getbbox(text)[1]) - round(font.getbbox("H")[1])


def _size_of(height: int) -> int:
    """Return the size of a font with capitals so many pixels high."""
    return max(round(height * 1.38), 5)


def _font_text(text: str, face: Typeface, height: int, smooth: bool) -> Image.Image:
    font = _sized(face, _size_of(height))
    left, top, right, bottom = (round(edge) for edge in font.getbbox(text))
    mask = Image.new("L", (max(right - left, 1) + 2, max(bottom - top, 1) + 2))
    draw = ImageDraw.Draw(mask)
    draw.fontmode = "L" if smooth else "1"
    draw.text((1 - left, 1 - top), text, fill=255, font=font)
    ink = mask.getbbox()
    if ink is None and not smooth:  # a dot of less than half a pixel: no game draws nothing
        return _font_text(text, face, height, smooth=True)
    return mask.crop(ink or (0, 0, 1, 1))


COARSE = 9
"""Pixels: about the height of the digits in the sprites of old games, two pixels a stroke."""


def _coarse_text(text: str, face: Typeface, height: int) -> Image.Image:
    """Return the text as a sprite of few pixels, black and white, enlarged as it is."""
    small = _font_text(text, face, min(COARSE, height), smooth=False)
    bold = Image.new("L", (small.width + 1, small.height))
    bold.paste(small, (0, 0))
    bold.paste(small, (1, 0), small)
    scale = height / bold.height
    size = max(round(bold.width * scale), 1), height
    return bold.resize(size, Image.Resampling.NEAREST)


@cache
def emoji(text: str, size: int) -> Image.Image | None:
    """Return an emoji as an RGBA picture of this size, None where the machine has no emoji."""
    path = emoji_font()
    if not path:
        return None
    font = ImageFont.truetype(path, EMOJI_SIZE)
    picture = Image.new("RGBA", (EMOJI_SIZE * 2, EMOJI_SIZE * 2))
    ImageDraw.Draw(picture).text((20, 20), text, font=font, embedded_color=True)
    picture = picture.crop(picture.getbbox() or (0, 0, 1, 1))
    scale = size / max(picture.size)
    width, height = (max(round(side * scale), 1) for side in picture.size)
    return picture.resize((width, height), Image.Resampling.LANCZOS)
