"""What a drawn game looks like: values only; ``skins`` makes them up, ``tiles`` draws them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from autoplay.bench.synthetic.color import Color
from autoplay.bench.synthetic.fonts import Typeface


class Relief(StrEnum):
    """How the face of a cell is filled."""

    FLAT = "flat"
    RAISED = "raised"  # light edges above and left, dark ones below and right
    SUNKEN = "sunken"
    GRADIENT = "gradient"
    GLOSS = "gloss"
    DITHER = "dither"  # every other pixel of a second colour
    SPECKLE = "speckle"  # noise that differs from cell to cell: grass, stone
    STUD = "stud"  # a smaller plate on the face


@dataclass(frozen=True)
class Face:
    """The ground of a cell.

    ``colors`` are for even and odd cells (row + column). ``bevel``, ``line_width`` and ``gap`` are
    shares of the cell's inner radius, ``corner`` from 0 (sharp) to 1 (round); ``line`` is the
    colour of the outline, None without one; ``half_line`` draws it above and left only (squares);
    ``tilt`` draws squares standing on a corner.
    """

    colors: tuple[Color, Color]
    relief: Relief = Relief.FLAT
    light: Color = (255, 255, 255)
    shade: Color = (0, 0, 0)
    bevel: float = 0.0
    corner: float = 0.0
    line: Color | None = None
    line_width: float = 0.0
    half_line: bool = False
    gap: float = 0.0
    shadow: bool = False
    tilt: bool = False


@dataclass(frozen=True)
class Mark:
    """A symbol on a cell: a flag, a question mark, a mine.

    ``style`` names a drawing of ``marks``, or is ``text:...``, ``emoji:...`` or one of those of
    ``free_marks`` with a seed; ``size`` is a share
    of the cell's inner radius; ``cross`` draws an X over it in that colour.
    """

    style: str
    ink: Color
    accent: Color
    ground: Face
    size: float = 1.2
    cross: Color | None = None


@dataclass(frozen=True)
class Numerals:
    """How numbers are drawn. ``colors`` and ``grounds`` hold those of 1 to 12.

    ``height`` is a digit's height as a share of the inner radius; ``offset`` moves it, in the same
    unit; ``zero`` is the text (or ``emoji:...``) of an opened cell without mines around it, usually
    empty; ``keycaps`` draws numbers as emoji where the machine has them.
    """

    face: Typeface
    colors: tuple[Color, ...]
    height: float
    grounds: tuple[Color, ...] | None = None
    offset: tuple[float, float] = (0.0, 0.0)
    shadow: bool = False
    zero: str = ""
    keycaps: bool = False


@dataclass(frozen=True)
class Skin:
    """A whole look. ``fine`` is how many times larger tiles are drawn and averaged down.

    1 gives hard pixels, as old toolkits draw; ``smooth`` says whether letters are anti-aliased.
    ``base`` is the colour between the cells, ``cover`` a symbol on covered ones, usually none.
    """

    family: str
    fine: int
    smooth: bool
    base: Color
    covered: Face
    opened: Face
    cover: Mark | None
    numerals: Numerals
    flag: Mark
    question: Mark
    mine: Mark
    exploded: Mark
    wrong: Mark

    @property
    def is_text(self) -> bool:
        """Whether covered cells are characters, as on a terminal."""
        return self.cover is not None and self.cover.style.startswith("text:")

    @property
    def is_edgeless(self) -> bool:
        """Whether an opened cell without a number cannot be told from what is around it."""
        shown = self.opened.line is not None or bool(self.numerals.zero)
        return not shown and (self.opened.gap == 0 or self.opened.colors[0] == self.base)
