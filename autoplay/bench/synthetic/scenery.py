"""What else is on a screen: windows, text, tables, toolbars, counters, icons, pictures."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from autoplay.bench.synthetic.color import BLACK, WHITE, Color, hsv, lighter, mix, readable_on
from autoplay.bench.synthetic.fonts import (
    Typeface,
    emoji,
    pick_typeface,
    typefaces,
)
from autoplay.bench.synthetic.lettering import segment_digits

Box = tuple[int, int, int, int]
"""left, top, right, bottom in pixels."""

WORDS = (
    *("time", "mines", "score", "level", "easy", "medium", "expert", "new", "game", "help"),
    *("settings", "menu", "file", "edit", "view", "report", "north", "river", "window", "market"),
    *("number", "paper", "letter", "garden", "summer", "before", "after", "between", "water"),
    *("light", "house", "study", "value", "total", "open", "close", "play", "again", "best"),
    *("player", "rank", "table", "chapter", "minute"),
)


@cache
def font(face: Typeface, size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Return a font of this size in pixels; faces that are no file get the first one found."""
    if face.kind != "file":
        face = typefaces()[0]
    if face.kind != "file":
        return ImageFont.load_default(size)
    return ImageFont.truetype(face.path, size)


def words(rng: random.Random, count: int) -> str:
    """Return some words, the first with a capital."""
    return " ".join(rng.choice(WORDS) for _ in range(count)).capitalize()


def backdrop(size: tuple[int, int], rng: random.Random) -> Image.Image:
    """Return a desktop or page without anything on it."""
    kind = rng.choice(("plain", "plain", "white", "gradient", "clouds"))
    color = hsv(rng.random(), rng.uniform(0, 0.6), rng.uniform(0.1, 0.9))
    match kind:
        case "white":
            return Image.new("RGB", size, rng.choice((WHITE, (245, 245, 245), (18, 18, 22))))
        case "gradient":
            return _gradient(size, color, hsv(rng.random(), 0.5, rng.uniform(0.2, 0.9)), rng)
        case "clouds":
            return clouds(size, rng)
        case _:
            return Image.new("RGB", size, rng.choice((color, BLACK, (58, 110, 165))))


def _gradient(size: tuple[int, int], start: Color, end: Color, rng: random.Random) -> Image.Image:
    across = np.linspace(0, rng.uniform(-1, 1), size[0])[None, :]
    down = np.linspace(0, 1, size[1])[:, None]
    share = np.clip(across + down, 0, 1)[..., None]
    pixels = np.array(start) * (1 - share) + np.array(end) * share
    return Image.fromarray(pixels.astype(np.uint8))


def clouds(size: tuple[int, int], rng: random.Random) -> Image.Image:
    """Return something like a photograph: coloured noise at several scales."""
    noise = np.random.default_rng(rng.getrandbits(32))
    total = np.zeros((size[1], size[0], 3))
    for step, weight in ((4, 1.0), (12, 0.6), (40, 0.35), (150, 0.2)):
        small = noise.integers(0, 256, (step, step * size[0] // size[1] + 1, 3), dtype=np.uint8)
        layer = Image.fromarray(small).resize(size, Image.Resampling.BICUBIC)
        total += np.asarray(layer, dtype=np.float64) * weight
    low, high = total.min(), total.max()
    return Image.fromarray(((total - low) * (255 / (high - low))).astype(np.uint8))


def window(page: Image.Image, box: Box, title: str, rng: random.Random) -> tuple[Box, Color]:
    """Draw an empty window; return the box of its inside and the colour of its ground."""
    draw = ImageDraw.Draw(page)
    dark = rng.random() < 0.3
    body: Color = (
        rng.choice(((30, 32, 36), (24, 24, 24)))
        if dark
        else rng.choice((WHITE, (240, 240, 240), (236, 233, 216), (192, 192, 192)))
    )
    bar = rng.choice(((0, 0, 128), (60, 60, 64), (225, 225, 228), hsv(rng.random(), 0.5, 0.6)))
    height = rng.randint(18, 34)
    left, top, right, bottom = box
    draw.rectangle((left - 1, top - 1, right, bottom), fill=body, outline=lighter(bar, -0.4))
    draw.rectangle((left, top, right - 1, top + height), fill=bar)
    ink = readable_on(WHITE, bar, 4)
    face = rng.choice(typefaces())
    draw.text((left + 8, top + height * 0.2), title, fill=ink, font=font(face, height * 3 // 5))
    for k in range(3):
        x = right - (k + 1) * height
        if k == 0:
            draw.line((x + 6, top + 6, x + height - 6, top + height - 6), ink, 2)
            draw.line((x + 6, top + height - 6, x + height - 6, top + 6), ink, 2)
        else:
            draw.rectangle((x + 6, top + 6, x + height - 6, top + height - 6), outline=ink)
    return (left, top + height + 1, right, bottom), body


def paragraph(page: Image.Image, box: Box, ink: Color, rng: random.Random, size: int = 14) -> None:
    """Fill a box with lines of words."""
    draw = ImageDraw.Draw(page)
    face = font(rng.choice(typefaces()), size)
    left, top, right, bottom = box
    y = top
    while y + size < bottom:
        line = words(rng, 24)
        while line and draw.textlength(line, font=face) > right - left:
            line = line.rpartition(" ")[0]
        draw.text((left, y), line, fill=ink, font=face)
        y += round(size * 1.5)


def table(page: Image.Image, box: Box, ink: Color, rng: random.Random) -> None:
    """Draw a table of numbers with lines between the cells."""
    draw = ImageDraw.Draw(page)
    left, top, right, bottom = box
    step_x, step_y = rng.randint(48, 96), rng.randint(18, 30)
    face = font(rng.choice(typefaces()), step_y * 3 // 5)
    line = mix(ink, (128, 128, 128), 0.7)
    for y in range(top, bottom - step_y + 1, step_y):
        for x in range(left, right - step_x + 1, step_x):
            draw.rectangle((x, y, x + step_x, y + step_y), outline=line)
            if rng.random() < 0.8:
                draw.text((x + 5, y + 3), str(rng.randrange(10 ** rng.randint(1, 5))), ink, face)


def calendar(page: Image.Image, box: Box, ink: Color, rng: random.Random) -> None:
    """Draw a month: seven columns of days."""
    draw = ImageDraw.Draw(page)
    left, top, right, bottom = box
    step = min((right - left) // 7, (bottom - top) // 7)
    face = font(rng.choice(typefaces()), max(step // 3, 8))
    for k, name in enumerate("MTWTFSS"):
        draw.text((left + k * step + step // 3, top), name, fill=ink, font=face)
    first = rng.randrange(7)
    for day in range(1, 31):
        row, col = divmod(first + day - 1, 7)
        x, y = left + col * step, top + (row + 1) * step
        if y + step > bottom:
            return
        if day == 17:
            draw.ellipse((x + 2, y + 2, x + step - 2, y + step - 2), fill=(200, 60, 60))
        draw.text((x + step // 3, y + step // 4), str(day), fill=ink, font=face)


def keyboard(page: Image.Image, box: Box, ink: Color, rng: random.Random) -> None:
    """Draw the keys of an on-screen keyboard."""
    draw = ImageDraw.Draw(page)
    left, top, right, bottom = box
    step = min((right - left) // 11, (bottom - top) // 4)
    face = font(rng.choice(typefaces()), max(step // 2, 8))
    key = hsv(rng.random(), 0.1, rng.choice((0.3, 0.85)))
    ink = readable_on(ink, key, 4)
    for row, keys in enumerate(("1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm")):
        for col, name in enumerate(keys):
            x, y = left + col * step + row * step // 3, top + row * step
            draw.rounded_rectangle((x + 2, y + 2, x + step - 3, y + step - 3), step // 6, fill=key)
            draw.text((x + step // 3, y + step // 5), name, fill=ink, font=face)


def icons(page: Image.Image, box: Box, ink: Color, rng: random.Random) -> None:
    """Draw a grid of icons with names, as on a desktop."""
    draw = ImageDraw.Draw(page)
    left, top, right, bottom = box
    step = rng.randint(70, 110)
    face = font(rng.choice(typefaces()), 12)
    for y in range(top, bottom - step, step):
        for x in range(left, right - step, step):
            color = hsv(rng.random(), 0.6, 0.8)
            draw.rounded_rectangle((x + 20, y + 8, x + step - 20, y + step - 32), 8, fill=color)
            draw.text((x + 14, y + step - 26), words(rng, 1), fill=ink, font=face)


def buttons(page: Image.Image, box: Box, rng: random.Random) -> None:
    """Draw a row of buttons."""
    draw = ImageDraw.Draw(page)
    left, top, right, bottom = box
    size = max((bottom - top) // 2, 8)
    face = font(rng.choice(typefaces()), size)
    color = hsv(rng.random(), rng.uniform(0, 0.7), rng.uniform(0.5, 0.9))
    x = left
    while True:
        label = words(rng, rng.choice((1, 1, 2)))
        width = round(draw.textlength(label, font=face)) + 20
        if x + width > right:
            return
        draw.rounded_rectangle(
            (x, top, x + width, bottom),
            rng.choice((0, 6)),
            fill=color,
            outline=lighter(color, -0.3),
        )
        draw.text((x + 10, top + size * 0.35), label, fill=readable_on(BLACK, color, 4), font=face)
        x += width + 10


def counter(page: Image.Image, box: Box, value: int, ink: Color, rng: random.Random) -> None:
    """Draw a number in a box: seven segments or plain, with a word or an emoji before it."""
    left, top, _, bottom = box
    height = bottom - top
    if rng.random() < 0.5:
        color = rng.choice(((255, 0, 0), (255, 0, 0), (0, 220, 60), (255, 170, 30)))
        lit, dark = segment_digits(f"{value:03d}", height - 4)
        page.paste(BLACK, (left, top, left + lit.width + 4, bottom))
        page.paste(mix(color, BLACK, 0.75), (left + 2, top + 2), dark)
        page.paste(color, (left + 2, top + 2), lit)
        return
    picture = emoji(rng.choice("🚩💣⏱"), height * 3 // 4)
    draw = ImageDraw.Draw(page)
    x = left
    if picture is not None and rng.random() < 0.5:
        page.paste(picture, (left, top + height // 8), picture)
        x += height
    text = rng.choice(("{}", "Mines: {}", "{} left")).format(value)
    draw.text((x, top + height * 0.1), text, ink, font(pick_typeface(rng, 0), height * 7 // 10))


def face_button(page: Image.Image, box: Box, rng: random.Random) -> None:
    """Draw the round face that starts a new game."""
    left, top, right, bottom = box
    draw = ImageDraw.Draw(page)
    draw.rectangle(box, fill=(192, 192, 192), outline=(100, 100, 100))
    r = (bottom - top) * 0.4
    x, y = (left + right) / 2, (top + bottom) / 2
    draw.ellipse((x - r, y - r, x + r, y + r), fill=(255, 230, 0), outline=BLACK)
    for sign in (-1, 1):
        eye = x + sign * r * 0.35
        draw.ellipse((eye - r * 0.1, y - r * 0.4, eye + r * 0.1, y - r * 0.15), fill=BLACK)
    draw.arc((x - r * 0.5, y - r * 0.3, x + r * 0.5, y + r * 0.6), 20, 160, fill=BLACK)


def soften(page: Image.Image, box: Box, radius: float) -> None:
    """Blur a part of the page."""
    page.paste(page.crop(box).filter(ImageFilter.GaussianBlur(radius)), box[:2])


CLUTTER = (paragraph, paragraph, table, calendar, keyboard, icons)
"""Fillings of windows that are no game; each takes page, box, ink and generator."""


def clutter_window(page: Image.Image, rng: random.Random) -> None:
    """Draw a window with something in it that is no game, anywhere on the page."""
    width = rng.randint(page.width // 6, page.width // 2)
    height = rng.randint(page.height // 6, page.height // 2)
    left, top = rng.randint(0, page.width - width), rng.randint(0, page.height - height)
    inside, body = window(page, (left, top, left + width, top + height), words(rng, 2), rng)
    ink = readable_on(BLACK, body, 7)
    left, top, right, bottom = inside
    rng.choice(CLUTTER)(page, (left + 10, top + 8, right - 10, bottom - 8), ink, rng)
