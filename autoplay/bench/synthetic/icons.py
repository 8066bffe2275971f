"""Icons as web pages and programs use them: PNG files of a folder that training is given.

The folder holds one folder for each of ``KINDS``; the names of icons of one colour begin with
``mono``, and they are drawn in the ink of the mark.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from PIL import Image

from autoplay.bench.synthetic.color import Color

KINDS = ("flag", "mine", "question", "junk")
"""What the icons show; junk is anything else."""


@cache
def icons_of(folder: str, kind: str) -> tuple[str, ...]:
    """Return the styles of marks drawn as the icons of this kind, ``icon:PATH`` each, by name."""
    return tuple(f"icon:{path}" for path in sorted((Path(folder) / kind).glob("*.png")))


def icon(path: str, side: int, ink: Color) -> Image.Image:
    """Return an icon as an RGBA picture whose longer side has so many pixels."""
    whole = _opened(path)
    share = side / max(whole.size)
    size = max(round(whole.width * share), 1), max(round(whole.height * share), 1)
    picture = whole.resize(size, Image.Resampling.LANCZOS)
    if Path(path).name.startswith("mono"):
        flat = Image.new("RGBA", size, (*ink, 0))
        flat.putalpha(picture.getchannel("A"))
        return flat
    return picture


@cache
def _opened(path: str) -> Image.Image:
    return Image.open(path).convert("RGBA")
