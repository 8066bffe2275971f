"""Draws the ground of single cells: outlines, bevels, gradients, dither."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from PIL import Image, ImageChops, ImageDraw

from autoplay.bench.synthetic.color import mix
from autoplay.bench.synthetic.layout import Vertices
from autoplay.bench.synthetic.skin import Face, Relief


@dataclass(frozen=True)
class TileShape:
    """A cell to draw, in pixels: canvas size, corners on it, inscribed circle, what varies.

    ``parity`` chooses between a face's two colours, ``grain`` between its speckles.
    """

    width: int
    height: int
    corners: tuple[tuple[float, float], ...]
    heart: tuple[float, float]
    radius: float
    parity: int
    grain: int


def draw_face(tile: Image.Image, face: Face, shape: TileShape, fine: int) -> None:
    """Draw the cell's ground onto an RGBA tile that is ``fine`` times the final size."""
    gap = face.gap * shape.radius / 2
    corners = _inset(list(shape.corners), shape, gap)
    if face.tilt and len(corners) == 4:
        corners = _tilted(corners)
    if face.shadow:
        drop = shape.radius * 0.12
        lower = [(x + drop / 2, y + drop) for x, y in corners]
        _fill(tile, _mask(tile.size, lower, face, shape), (0, 0, 0, 70))
    mask = _mask(tile.size, corners, face, shape)
    if face.line is not None and face.line_width > 0:
        _fill(tile, mask, face.line)
        width = max(face.line_width * shape.radius, float(fine))
        if face.half_line and len(corners) == 4:
            corners = _moved_in(corners, round(width))
        else:
            corners = _inset(corners, shape, width)
        mask = _mask(tile.size, corners, face, shape)
    tile.paste(_filling(face, corners, shape, fine), (0, 0), mask)
    if face.relief in (Relief.RAISED, Relief.SUNKEN) and face.corner == 0:
        _draw_bevel(tile, face, corners, shape, fine)
    if face.relief is Relief.STUD:
        plate = _inset(corners, shape, face.bevel * shape.radius)
        _fill(tile, _mask(tile.size, plate, face, shape), face.light)


def _fill(tile: Image.Image, mask: Image.Image, color: tuple[int, ...]) -> None:
    layer = Image.new("RGBA", tile.size, (*color, 255) if len(color) == 3 else color)
    if len(color) == 4:
        mask = mask.point(lambda value: value * color[3] // 255)
        layer.putalpha(255)
        shade = Image.new("RGBA", tile.size, (*color[:3], 0))
        shade.putalpha(mask)
        tile.alpha_composite(shade)
        return
    tile.paste(layer, (0, 0), mask)


def _inset(corners: Vertices, shape: TileShape, by: float) -> Vertices:
    """Return the corners moved inwards so that every side moves by this many pixels."""
    if by <= 0:
        return corners
    x, y = shape.heart
    share = max(1 - by / _radius_of(corners, (x, y)), 0.1)
    return [(x + (a - x) * share, y + (b - y) * share) for a, b in corners]


def _moved_in(corners: Vertices, by: int) -> Vertices:
    """Return a square's corners with the left and top side moved inwards."""
    left, top = corners[0]
    right, bottom = corners[2]
    left, top = left + by, top + by
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _radius_of(corners: Vertices, heart: tuple[float, float]) -> float:
    x, y = heart
    distances = []
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        length = math.hypot(bx - ax, by - ay)
        distances.append(abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / max(length, 1e-9))
    return max(min(distances), 1e-3)


def _tilted(corners: Vertices) -> Vertices:
    return [
        ((ax + bx) / 2, (ay + by) / 2)
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True)
    ]


def _mask(size: tuple[int, int], corners: Vertices, face: Face, shape: TileShape) -> Image.Image:
    """Return a mode L mask of the face; pixels whose middle is inside the outline belong to it."""
    mask = Image.new("L", size)
    draw = ImageDraw.Draw(mask)
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    right, bottom = max(x for x, _ in corners), max(y for _, y in corners)
    box = (
        math.ceil(left - 0.5),
        math.ceil(top - 0.5),
        math.ceil(right - 0.5) - 1,
        math.ceil(bottom - 0.5) - 1,
    )
    if face.corner > 0 and len(corners) != 4:
        radius = _radius_of(corners, shape.heart)
        x, y = shape.heart
        if face.corner >= 0.9:
            draw.ellipse((x - radius, y - radius, x + radius - 1, y + radius - 1), fill=255)
            return mask
        inner = _inset(corners, shape, radius * face.corner * 0.5)
        width = radius * face.corner
        draw.polygon(inner, fill=255)
        draw.line([*inner, inner[0]], fill=255, width=round(width), joint="curve")
        for x, y in inner:
            draw.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), fill=255)
        return mask
    if len(corners) == 4 and not face.tilt:
        radius = face.corner * min(right - left, bottom - top) / 2
        if box[2] >= box[0] and box[3] >= box[1]:
            draw.rounded_rectangle(box, radius, fill=255)
        return mask
    draw.polygon([(x - 0.5, y - 0.5) for x, y in corners], fill=255)
    return mask


def _filling(face: Face, corners: Vertices, shape: TileShape, fine: int) -> Image.Image:
    size, color = (shape.width, shape.height), face.colors[shape.parity]
    picture = Image.new("RGBA", size, (*color, 255))
    top, bottom = min(y for _, y in corners), max(y for _, y in corners)
    draw = ImageDraw.Draw(picture)
    match face.relief:
        case Relief.GRADIENT | Relief.GLOSS:
            for y in range(size[1]):
                share = min(max((y - top) / max(bottom - top, 1), 0), 1)
                tone = mix(face.light, face.shade, share)
                if face.relief is Relief.GLOSS:
                    tone = mix(tone, (255, 255, 255), 0.28 if share < 0.45 else 0)
                draw.line((0, y, size[0], y), (*tone, 255))
        case Relief.DITHER:
            for y in range(0, size[1], fine):
                for x in range((y // fine) % 2 * fine, size[0], 2 * fine):
                    draw.rectangle((x, y, x + fine - 1, y + fine - 1), (*face.shade, 255))
        case Relief.SPECKLE:
            rng = random.Random(shape.grain)
            for _ in range(max(size[0] * size[1] // (10 * fine * fine), 4)):
                x, y = rng.randrange(size[0]), rng.randrange(size[1])
                tone = mix(color, rng.choice((face.light, face.shade)), rng.random())
                draw.rectangle((x, y, x + fine, y + fine), (*tone, 255))
        case _:
            pass
    return picture


def _draw_bevel(
    tile: Image.Image, face: Face, corners: Vertices, shape: TileShape, fine: int
) -> None:
    width = max(round(face.bevel * shape.radius / fine), 1) * fine
    inner = _inset(corners, shape, width)
    light, shade = face.light, face.shade
    if face.relief is Relief.SUNKEN:
        light, shade = shade, light
    layer = Image.new("RGBA", tile.size)
    draw = ImageDraw.Draw(layer)
    count = len(corners)
    for k in range(count):
        outer = (corners[k], corners[(k + 1) % count])
        within = (inner[(k + 1) % count], inner[k])
        # The outward normal of a clockwise side is (dy, -dx); light falls from above left.
        dx, dy = outer[1][0] - outer[0][0], outer[1][1] - outer[0][1]
        lit = dy - dx < 0
        draw.polygon(
            [(x - 0.5, y - 0.5) for x, y in (*outer, *within)], (*(light if lit else shade), 255)
        )
    cut = _mask(tile.size, corners, face, shape)
    layer.putalpha(ImageChops.darker(layer.getchannel("A"), cut))
    tile.alpha_composite(layer)
