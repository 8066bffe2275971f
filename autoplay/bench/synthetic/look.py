"""What a family of looks decides of a skin."""

from __future__ import annotations

from dataclasses import dataclass

from autoplay.bench.synthetic.color import Color
from autoplay.bench.synthetic.skin import Face, Mark


@dataclass(frozen=True)
class Look:
    """What a family decides of a skin.

    ``base`` is the colour between cells, ``fine`` how finely tiles are drawn (see ``Skin``),
    ``palettes`` the usual colours of its numbers, ``cover`` a symbol on covered cells, ``zero``
    one on opened cells without mines around, ``keycaps`` whether numbers are emoji.
    """

    covered: Face
    opened: Face
    base: Color
    fine: int
    palettes: tuple[str, ...]
    cover: Mark | None = None
    zero: str = ""
    keycaps: bool = False

    @property
    def is_text(self) -> bool:
        """Whether only characters are drawn, as on a terminal."""
        return self.cover is not None and self.cover.style.startswith("text:")


def plain(color: Color) -> tuple[Color, Color]:
    """Return the colour for even and odd cells alike."""
    return color, color
