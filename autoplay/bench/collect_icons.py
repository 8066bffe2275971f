"""Makes the folder of icons that ``train_glyphs --icons`` takes: of icon sets, not of games.

    python -m autoplay.bench.collect_icons PACKAGES FOLDER

reads npm packages as they are downloaded (``npm pack``): Iconify's icon sets
(``@iconify-json/...``) and emoji as pictures (``emoji-datasource-...``). What an icon shows is told
by its name. Needs CairoSVG, which is no dependency of this program.
"""

from __future__ import annotations

import io
import json
import random
import re
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

import cairosvg
import numpy as np
from PIL import Image

STYLE = (
    r"([-_](fill|filled|solid|variant|triangle|pennant|banner|bold|duotone|alt|sharp|rounded|round"
    r"|outline|outlined|line|line-duotone|checkered|waving|wave|alt-[0-9]|1|2|3|4|twotone|two-tone"
    r"|light|thin|regular|24|20|16|o|broken|linear|bold-duotone|one|two|three|four|pole|20-filled"
    r"|24-filled|20-regular|24-regular|16-filled|flat|golf|square))*"
)
"""How icon sets name variants of one drawing."""

KINDS = {
    "flag": re.compile(
        r"triangular-flag|red-flag|flag-in-hole|chequered-flag|black-flag|waving-black-flag"
        r"|flying-flag|golf-flag|(.*-)?flag" + STYLE + r"|round-pushpin|pushpin|map-pin"
    ),
    "mine": re.compile(
        r"bomb|.*[-_]bomb([-_](fill|filled|solid|bold|light|thin|duotone|outline|linear"
        r"|line-duotone|bold-duotone|broken|sharp|rounded|twotone|flat|24-filled))*|bomb-.*|mine"
        r"|land-?mine|sea-?mine|mine-explosion|unlit-bomb|time-bomb|explosion|explosive.*"
        r"|collision|skull.*|radioactive.*|crossbones.*|firecracker|dynamite.*|grenade.*"
        r"|virus(-fill|-bold|-outline)?|burst.*"
    ),
    "question": re.compile(
        r"(.*-)?question([-_](mark|fill|bold|circle|lg|solid|outline|light|thin|duotone|line))*"
        r"|(black|white|red)-question-mark.*|help(-circle)?|circle-help|circle-question.*"
    ),
}
"""The whole names of icons, by what they show."""

OTHER = re.compile(
    r"off|slash|remove|minus|plus|add|check\b|cancel|country|for-|united|region|rainbow|pirate"
    r"|school|building|house|home|church|hospital|government|city|crossed|mountain|monument|castle"
    r"|tower|stairs|trumpet|banner-|code|white-flag|bookmark|south-africa|programming|landmark"
    r"|mailbox|spark|burst-mode|new|meeting|england|scotland|wales|trans|brazil|europe|usa|japan|scuba"
)
"""Icons that show something else beside a flag or a mine."""

NO_JUNK = re.compile(
    r"flag|bomb|mine|skull|question|help|number|numeric|digit|\d|letter|explo|burst|pin"
)

EMOJI = {
    "flag": ("1f6a9", "26f3", "1f3f4", "1f3c1", "1f4cd", "1f3f3-fe0f", "1f4cc"),
    "mine": ("1f4a3", "1f4a5", "2620-fe0f", "1f480", "2622-fe0f", "1f9e8", "2604-fe0f"),
    "question": ("2753", "2754", "1f914"),
}
"""Emoji that games use as marks, by code point."""

JUNK_OF_A_SET, SIDE, COLOURED = 25, 72, 50
"""Other icons taken of a set; pixels of a picture's longer side; gray levels between its colours
from which an icon is no drawing of one ink."""

LEAST_INK, MOST_INK = 0.03, 0.97
"""Share of a picture that is drawn: the flags of countries are whole rectangles."""


def icons_of_set(package: Path) -> Iterator[tuple[str, str, bytes]]:
    """Yield (kind, name, PNG) of the icons of one of Iconify's sets."""
    with tarfile.open(package) as tar:
        stored = tar.extractfile("package/icons.json")
        assert stored is not None
        icons = json.load(stored)
    rng, names = random.Random(package.name), sorted(icons["icons"])
    junk = set(rng.sample(names, min(JUNK_OF_A_SET, len(names))))
    for name in names:
        kind = next((kind for kind, words in KINDS.items() if words.fullmatch(name)), "")
        if not kind and name in junk and not NO_JUNK.search(name):
            kind = "junk"
        if kind and not (kind in ("flag", "mine") and OTHER.search(name)):
            yield kind, name, _drawn(icons["icons"][name], icons)


def _drawn(icon: dict[str, object], icons: dict[str, object]) -> bytes:
    """Return an icon as a PNG, black where it takes the colour of the text."""
    width, height = (icon.get(side, icons.get(side, 16)) for side in ("width", "height"))
    box = f"{icon.get('left', 0)} {icon.get('top', 0)} {width} {height}"
    body = str(icon["body"]).replace("currentColor", "#000")
    names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    svg = f'<svg {names} viewBox="{box}" width="96" height="96">{body}</svg>'
    png: bytes = cairosvg.svg2png(svg.encode())
    return png


def emoji_of(package: Path) -> Iterator[tuple[str, str, bytes]]:
    """Yield (kind, code point, PNG) of the emoji of a package of pictures."""
    kinds = {code: kind for kind, codes in EMOJI.items() for code in codes}
    with tarfile.open(package) as tar:
        names = sorted(name for name in tar.getnames() if re.search(r"/64/[^/]+\.png$", name))
        for name in random.Random(package.name).sample(names, min(80, len(names))):
            if not re.match(r"1f1[ef]|003|00[23]", Path(name).stem):
                kinds.setdefault(Path(name).stem, "junk")
        for name in names:
            picture = tar.extractfile(name)
            if Path(name).stem in kinds and picture is not None:
                yield kinds[Path(name).stem], Path(name).stem, picture.read()


def keep(folder: Path, kind: str, name: str, png: bytes) -> None:
    """Write an icon, cut to what is drawn; nothing where that is next to nothing."""
    picture = Image.open(io.BytesIO(png)).convert("RGBA")
    picture = picture.crop(picture.getchannel("A").getbbox())
    pixels = np.asarray(picture).astype(int)
    drawn = pixels[..., 3] > 128
    if not LEAST_INK < drawn.mean() < MOST_INK:
        return
    is_coloured = np.ptp(pixels[drawn][:, :3], axis=0).max() > COLOURED
    picture.thumbnail((SIDE, SIDE))
    (folder / kind).mkdir(parents=True, exist_ok=True)
    picture.save(folder / kind / f"{'color' if is_coloured else 'mono'}-{name}.png")


def main(packages: Path, folder: Path) -> None:
    """Make the folder of icons from a folder of downloaded packages."""
    for package in sorted(packages.glob("*.tgz")):
        icons = icons_of_set if package.name.startswith("iconify") else emoji_of
        source = re.sub(r"^iconify-json-|-[\d.]+\.tgz$", "", package.name)
        for kind, name, png in icons(package):
            keep(folder, kind, f"{source}-{name}", png)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
