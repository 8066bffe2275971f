"""Draws single cells of a skin as RGBA pictures."""

from __future__ import annotations

from PIL import Image, ImageDraw

from autoplay.bench.synthetic.color import lighter
from autoplay.bench.synthetic.faces import TileShape, draw_face
from autoplay.bench.synthetic.fonts import emoji, text_mask
from autoplay.bench.synthetic.free_marks import FREE_DRAWINGS
from autoplay.bench.synthetic.icons import icon
from autoplay.bench.synthetic.marks import DRAWINGS, draw_cross
from autoplay.bench.synthetic.skin import Face, Mark, Relief, Skin
from autoplay.game import MAX_NUMBER, Label

SPECKLES = 4
"""How many different cells a speckled face has."""


def draw_tile(skin: Skin, label: Label, shape: TileShape) -> Image.Image:
    """Return the cell as an RGBA picture of ``width`` x ``height`` pixels, clear outside it."""
    fine = skin.fine
    tile = Image.new("RGBA", (shape.width * fine, shape.height * fine))
    large = TileShape(
        tile.width,
        tile.height,
        tuple((x * fine, y * fine) for x, y in shape.corners),
        (shape.heart[0] * fine, shape.heart[1] * fine),
        shape.radius * fine,
        shape.parity,
        shape.grain,
    )
    draw_face(tile, _ground(skin, label), large, fine)
    _draw_symbol(tile, skin, label, large)
    return tile.reduce(fine) if fine > 1 else tile


def _ground(skin: Skin, label: Label) -> Face:
    marks = {
        Label.FLAG: skin.flag,
        Label.QUESTION: skin.question,
        Label.MINE: skin.mine,
        Label.EXPLODED: skin.exploded,
        Label.WRONG_FLAG: skin.wrong,
    }
    if label in marks:
        return marks[label].ground
    if label is Label.COVERED:
        return skin.covered
    grounds = skin.numerals.grounds
    if grounds and label >= Label.ONE:
        color = grounds[label - 1]
        opened = skin.opened
        return Face(
            (color, color),
            Relief.FLAT,
            corner=opened.corner,
            gap=opened.gap,
            line=opened.line,
            line_width=opened.line_width,
        )
    return skin.opened


def _draw_symbol(tile: Image.Image, skin: Skin, label: Label, shape: TileShape) -> None:
    marks = {
        Label.COVERED: skin.cover,
        Label.FLAG: skin.flag,
        Label.QUESTION: skin.question,
        Label.MINE: skin.mine,
        Label.EXPLODED: skin.exploded,
        Label.WRONG_FLAG: skin.wrong,
    }
    mark = marks.get(label)
    if mark is not None:
        _draw_mark(tile, mark, shape, skin)
    elif label is Label.ZERO and skin.numerals.zero.startswith("emoji:"):
        _draw_emoji(tile, skin.numerals.zero.removeprefix("emoji:"), shape, 1.75)
    elif label <= MAX_NUMBER:
        drawn = skin.numerals.keycaps and label and _draw_keycap(tile, label, shape)
        if not drawn:
            _draw_number(tile, skin, label, shape)


def _draw_keycap(tile: Image.Image, number: int, shape: TileShape) -> bool:
    """Draw a number as an emoji, if this machine can; only 1 to 9 exist."""
    return number < 10 and _draw_emoji(tile, f"{number}\ufe0f\u20e3", shape, 1.75)


def _draw_emoji(tile: Image.Image, text: str, shape: TileShape, size: float) -> bool:
    picture = emoji(text, max(round(size * shape.radius), 4))
    if picture is None:
        return False
    _lay(tile, picture, shape)
    return True


def _lay(tile: Image.Image, picture: Image.Image, shape: TileShape) -> None:
    x, y = shape.heart
    left, top = round(x - picture.width / 2), round(y - picture.height / 2)
    tile.alpha_composite(picture, (max(left, 0), max(top, 0)))


def _draw_number(tile: Image.Image, skin: Skin, label: Label, shape: TileShape) -> None:
    numerals = skin.numerals
    text = str(int(label)) if label else numerals.zero
    if not text:
        return
    color = numerals.colors[max(label - 1, 0)]
    height = numerals.height * shape.radius
    mask = text_mask(text, numerals.face, round(height), skin.smooth)
    room = shape.radius * 1.7
    if mask.width > room:  # two digits in a narrow cell
        share = room / mask.width
        mask = mask.resize((round(room), max(round(mask.height * share), 1)))
    x = shape.heart[0] + numerals.offset[0] * shape.radius - mask.width / 2
    y = shape.heart[1] + numerals.offset[1] * shape.radius - mask.height / 2
    if numerals.shadow:
        drop = max(round(shape.radius * 0.07), 1)
        tile.paste((*lighter(color, -0.7), 255), (round(x) + drop, round(y) + drop), mask)
    tile.paste((*color, 255), (round(x), round(y)), mask)


def _draw_mark(tile: Image.Image, mark: Mark, shape: TileShape, skin: Skin) -> None:
    kind, _, text = mark.style.partition(":")
    x, y = shape.heart
    radius = mark.size * shape.radius / 2
    if kind == "emoji":
        _draw_emoji(tile, text, shape, mark.size)
    elif kind == "icon":
        _draw_icon(tile, text, shape, mark)
    elif kind == "text":
        _draw_text(tile, text, shape, skin, mark)
    elif kind in DRAWINGS:
        DRAWINGS[kind](ImageDraw.Draw(tile), (x - 0.5, y - 0.5, radius), mark.ink, mark.accent)
    elif kind in FREE_DRAWINGS:
        place = (x - 0.5, y - 0.5, radius)
        FREE_DRAWINGS[kind](text, ImageDraw.Draw(tile), place, mark.ink, mark.accent)
    if mark.cross is not None:
        draw_cross(ImageDraw.Draw(tile), (x - 0.5, y - 0.5, radius), mark.cross)


def _draw_icon(tile: Image.Image, path: str, shape: TileShape, mark: Mark) -> None:
    picture = icon(path, max(round(mark.size * shape.radius), 4), mark.ink)
    _lay(tile, picture, shape)


def _draw_text(tile: Image.Image, text: str, shape: TileShape, skin: Skin, mark: Mark) -> None:
    x, y = shape.heart
    mask = text_mask(text, skin.numerals.face, round(mark.size * shape.radius), skin.smooth)
    place = round(x - mask.width / 2), round(y - mask.height / 2)
    tile.paste((*mark.ink, 255), place, mask)
