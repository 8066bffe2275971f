"""How drawn games look: colours and line widths, nothing that moves."""

from __future__ import annotations

from dataclasses import dataclass

from autoplay.errors import UsageError

Color = tuple[int, int, int]
"""Red, green, blue."""


@dataclass(frozen=True)
class Look:
    """The paint of one game. Pairs are for even and odd cells (row + column).

    ``bevel`` and ``line`` are shares of a cell's inner radius; 0 draws none. ``numbers`` holds the
    colours of 1 to 12.
    """

    name: str
    covered: tuple[Color, Color]
    opened: tuple[Color, Color]
    light: Color
    shade: Color
    bevel: float
    grid: Color
    line: float
    numbers: tuple[Color, ...]
    flag: Color
    ink: Color
    exploded: Color
    title: Color
    title_ink: Color
    panel: Color
    counter: Color


_CLASSIC_NUMBERS: tuple[Color, ...] = (
    (0, 0, 255),
    (0, 128, 0),
    (255, 0, 0),
    (0, 0, 128),
    (128, 0, 0),
    (0, 128, 128),
    (0, 0, 0),
    (128, 128, 128),
    (160, 60, 0),
    (110, 0, 150),
    (0, 90, 200),
    (90, 90, 0),
)
"""Red, green and blue of the numbers 1 to 12."""

_BRIGHT_NUMBERS: tuple[Color, ...] = (
    (100, 181, 246),
    (129, 199, 132),
    (239, 115, 115),
    (186, 140, 240),
    (255, 183, 77),
    (77, 208, 225),
    (245, 245, 245),
    (144, 164, 174),
    (240, 240, 120),
    (250, 150, 200),
    (160, 240, 190),
    (200, 200, 255),
)
"""Red, green and blue of the numbers 1 to 12."""

_LAWN_NUMBERS: tuple[Color, ...] = (
    (25, 118, 210),
    (56, 142, 60),
    (211, 47, 47),
    (123, 31, 162),
    (255, 143, 0),
    (0, 151, 167),
    (66, 66, 66),
    (120, 100, 90),
    (20, 60, 160),
    (160, 20, 110),
    (90, 70, 0),
    (0, 90, 60),
)
"""Red, green and blue of the numbers 1 to 12."""

LOOKS: dict[str, Look] = {
    look.name: look
    for look in (
        Look(
            name="classic",
            covered=((192, 192, 192), (192, 192, 192)),
            opened=((192, 192, 192), (192, 192, 192)),
            light=(255, 255, 255),
            shade=(128, 128, 128),
            bevel=0.24,
            grid=(128, 128, 128),
            line=0.1,
            numbers=_CLASSIC_NUMBERS,
            flag=(255, 0, 0),
            ink=(0, 0, 0),
            exploded=(255, 0, 0),
            title=(0, 0, 128),
            title_ink=(255, 255, 255),
            panel=(192, 192, 192),
            counter=(255, 0, 0),
        ),
        Look(
            name="dark",
            covered=((69, 90, 100), (69, 90, 100)),
            opened=((33, 40, 44), (33, 40, 44)),
            light=(69, 90, 100),
            shade=(69, 90, 100),
            bevel=0.0,
            grid=(18, 22, 24),
            line=0.16,
            numbers=_BRIGHT_NUMBERS,
            flag=(255, 112, 67),
            ink=(236, 239, 241),
            exploded=(198, 40, 40),
            title=(24, 28, 31),
            title_ink=(207, 216, 220),
            panel=(24, 28, 31),
            counter=(255, 171, 64),
        ),
        Look(
            name="checkerboard",
            covered=((170, 215, 81), (162, 209, 73)),
            opened=((229, 194, 159), (215, 184, 153)),
            light=(170, 215, 81),
            shade=(162, 209, 73),
            bevel=0.0,
            grid=(0, 0, 0),
            line=0.0,
            numbers=_LAWN_NUMBERS,
            flag=(230, 51, 7),
            ink=(60, 40, 30),
            exploded=(219, 50, 54),
            title=(74, 117, 44),
            title_ink=(255, 255, 255),
            panel=(74, 117, 44),
            counter=(255, 255, 255),
        ),
    )
}
"""The looks by name."""


def look_named(name: str) -> Look:
    """Return the look of this name; UsageError names the ones there are."""
    if name not in LOOKS:
        raise UsageError(f"no look {name!r}; use one of {', '.join(LOOKS)}")
    return LOOKS[name]
