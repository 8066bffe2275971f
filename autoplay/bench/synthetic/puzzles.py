"""Grids that are no Minesweeper: chess, sudoku, crossword, spreadsheet and others."""

from __future__ import annotations

import random
from collections.abc import Callable

from PIL import Image, ImageDraw

from autoplay.bench.synthetic.color import BLACK, WHITE, Color, hsv, mix, readable_on
from autoplay.bench.synthetic.fonts import typefaces
from autoplay.bench.synthetic.scenery import Box, calendar, clouds, font, keyboard, paragraph, words

Puzzle = Callable[[Image.Image, Box, random.Random], None]


def _steps(box: Box, cols: int, rows: int) -> int:
    return max(min((box[2] - box[0]) // cols, (box[3] - box[1]) // rows), 5)


def _letter(
    pen: ImageDraw.ImageDraw, cell: Box, text: str, ink: Color, share: float = 0.62
) -> None:
    left, top, right, bottom = cell
    face = font(typefaces()[0], max(round((bottom - top) * share), 6))
    pen.text(((left + right) / 2, (top + bottom) / 2), text, fill=ink, font=face, anchor="mm")


def _cells(box: Box, rows: int, cols: int) -> list[tuple[int, int, Box]]:
    step = _steps(box, cols, rows)
    return [
        (row, col, (box[0] + col * step, box[1] + row * step,
                    box[0] + (col + 1) * step, box[1] + (row + 1) * step))
        for row in range(rows)
        for col in range(cols)
    ]  # fmt: skip


def _chess(page: Image.Image, box: Box, rng: random.Random) -> None:
    pen = ImageDraw.Draw(page)
    light, dark = rng.choice(
        (
            ((240, 217, 181), (181, 136, 99)),
            ((235, 236, 208), (119, 149, 86)),
            ((255, 255, 255), (130, 130, 140)),
        )
    )
    filled = rng.random()
    for row, col, cell in _cells(box, 8, 8):
        pen.rectangle(cell, fill=light if (row + col) % 2 == 0 else dark)
        if row in (0, 1, 6, 7) or rng.random() < 0.12 * filled:
            _piece(pen, cell, BLACK if row < 4 else WHITE)


def _piece(pen: ImageDraw.ImageDraw, cell: Box, color: Color) -> None:
    """Draw a pawn: a head on a body on a foot."""
    left, top, right, _ = cell
    side, x = right - left, (left + right) / 2
    edge = (90, 90, 90)
    head, body, foot = 0.14 * side, 0.2 * side, 0.28 * side
    waist, ground = top + 0.42 * side, top + 0.8 * side
    pen.polygon(
        [(x - head / 2, waist), (x + head / 2, waist), (x + body, ground), (x - body, ground)],
        color,
        edge,
    )
    pen.ellipse((x - head, top + 0.2 * side, x + head, top + 0.48 * side), color, edge)
    pen.rectangle((x - foot, ground, x + foot, top + 0.88 * side), color, edge)


def _sudoku(page: Image.Image, box: Box, rng: random.Random) -> None:
    pen = ImageDraw.Draw(page)
    shift = rng.randrange(9)
    for row, col, cell in _cells(box, 9, 9):
        pen.rectangle(cell, fill=WHITE, outline=(150, 150, 150))
        if rng.random() < 0.4:
            number = (row * 3 + row // 3 + col + shift) % 9 + 1
            _letter(pen, cell, str(number), rng.choice((BLACK, (40, 80, 200))))
    step = _steps(box, 9, 9)
    for k in range(0, 10, 3):
        x, y = box[0] + k * step, box[1] + k * step
        pen.line((x, box[1], x, box[1] + 9 * step), BLACK, 3)
        pen.line((box[0], y, box[0] + 9 * step, y), BLACK, 3)


def _crossword(page: Image.Image, box: Box, rng: random.Random) -> None:
    pen = ImageDraw.Draw(page)
    size, filled = rng.choice((11, 13, 15)), rng.random()
    for row, col, cell in _cells(box, size, size):
        black = (row % 2 and col % 2) or rng.random() < 0.1
        pen.rectangle(cell, fill=BLACK if black else WHITE, outline=BLACK)
        if not black and rng.random() < filled:
            _letter(pen, cell, rng.choice("ABCDEFGHIJKLMNOPRSTUW"), BLACK)


def _spreadsheet(page: Image.Image, box: Box, rng: random.Random) -> None:
    pen = ImageDraw.Draw(page)
    left, top, right, bottom = box
    pen.rectangle(box, fill=WHITE)
    wide, high = rng.randint(50, 100), rng.randint(18, 26)
    face = font(rng.choice(typefaces()), high * 3 // 5)
    for row, y in enumerate(range(top, bottom - high, high)):
        for col, x in enumerate(range(left, right - wide, wide)):
            head = row == 0 or col == 0
            pen.rectangle(
                (x, y, x + wide, y + high),
                outline=(210, 210, 210),
                fill=(235, 235, 238) if head else WHITE,
            )
            text = chr(64 + col) if row == 0 and col else str(row) if col == 0 and row else ""
            if not head and rng.random() < 0.6:
                text = rng.choice((str(rng.randrange(10000)), words(rng, 1)))
            pen.text((x + 5, y + 3), text, fill=BLACK, font=face)


def _nonogram(page: Image.Image, box: Box, rng: random.Random) -> None:
    pen = ImageDraw.Draw(page)
    size, clues = rng.choice((10, 15)), 4
    for row, col, cell in _cells(box, size + clues, size + clues):
        if row >= clues and col >= clues:
            fill = rng.choice((WHITE, WHITE, (40, 40, 60)))
            pen.rectangle(cell, fill=fill, outline=(160, 160, 160))
        elif (row >= clues) != (col >= clues) and rng.random() < 0.6:
            _letter(pen, cell, str(rng.randint(1, 6)), BLACK)


def _two_thousand(page: Image.Image, box: Box, rng: random.Random) -> None:
    pen = ImageDraw.Draw(page)
    step = _steps(box, 4, 4)
    pen.rounded_rectangle(
        (box[0], box[1], box[0] + 4 * step, box[1] + 4 * step), 8, fill=(187, 173, 160)
    )
    for _, _, (left, top, right, bottom) in _cells(box, 4, 4):
        power = rng.choice((0, 0, 1, 2, 3, 4, 5, 6, 8))
        color = mix((238, 228, 218), (246, 94, 59), power / 8) if power else (205, 193, 180)
        pad = step // 14
        inner = (left + pad, top + pad, right - pad, bottom - pad)
        pen.rounded_rectangle(inner, 6, fill=color)
        if power:
            _letter(pen, inner, str(2**power), (119, 110, 101), 0.4)


def _noughts(page: Image.Image, box: Box, rng: random.Random) -> None:
    pen = ImageDraw.Draw(page)
    size = rng.choice((3, 3, 15))
    for _, _, cell in _cells(box, size, size):
        pen.rectangle(cell, outline=BLACK, fill=WHITE)
        if rng.random() < 0.5:
            _letter(pen, cell, rng.choice("XO"), rng.choice(((200, 40, 40), (40, 60, 200))), 0.8)


def _go(page: Image.Image, box: Box, rng: random.Random) -> None:
    pen = ImageDraw.Draw(page)
    step = _steps(box, 19, 19)
    pen.rectangle((box[0], box[1], box[0] + 19 * step, box[1] + 19 * step), fill=(220, 179, 92))
    for k in range(19):
        near, far = step // 2, 18 * step + step // 2
        pen.line(
            (box[0] + near, box[1] + near + k * step, box[0] + far, box[1] + near + k * step), BLACK
        )
        pen.line(
            (box[0] + near + k * step, box[1] + near, box[0] + near + k * step, box[1] + far), BLACK
        )
    for _, _, (left, top, right, bottom) in _cells(box, 19, 19):
        if rng.random() < 0.25:
            pen.ellipse((left + 1, top + 1, right - 1, bottom - 1), fill=rng.choice((BLACK, WHITE)))


def _wordle(page: Image.Image, box: Box, rng: random.Random) -> None:
    pen = ImageDraw.Draw(page)
    done = rng.randint(1, 5)
    for row, _, (left, top, right, bottom) in _cells(box, 6, 5):
        inner = (left + 3, top + 3, right - 3, bottom - 3)
        color = (
            rng.choice(((106, 170, 100), (201, 180, 88), (120, 124, 126))) if row < done else WHITE
        )
        pen.rectangle(inner, fill=color, outline=(180, 180, 180))
        if row < done:
            _letter(pen, inner, rng.choice("ABCDEFGHIJKLMNOPRSTUWY"), WHITE)


def _jewels(page: Image.Image, box: Box, rng: random.Random) -> None:
    pen = ImageDraw.Draw(page)
    rows, cols = rng.randint(7, 12), rng.randint(7, 12)
    for row, col, (left, top, right, bottom) in _cells(box, rows, cols):
        ground = (50, 50, 70) if (row + col) % 2 else (60, 60, 84)
        pen.rectangle((left, top, right, bottom), fill=ground)
        color = hsv(rng.randrange(6) / 6, 0.8, 0.95)
        pen.ellipse((left + 4, top + 4, right - 4, bottom - 4), fill=color)


def _word_search(page: Image.Image, box: Box, rng: random.Random) -> None:
    pen = ImageDraw.Draw(page)
    size = rng.randint(10, 18)
    lined = rng.random() < 0.5
    for _, _, cell in _cells(box, size, size):
        pen.rectangle(cell, fill=WHITE, outline=(180, 180, 180) if lined else WHITE)
        _letter(pen, cell, rng.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), BLACK)


def _swatches(page: Image.Image, box: Box, rng: random.Random) -> None:
    pen = ImageDraw.Draw(page)
    rows, cols, gap = rng.randint(5, 12), rng.randint(6, 20), rng.choice((0, 2, 4))
    for row, col, (left, top, right, bottom) in _cells(box, rows, cols):
        color = hsv(col / cols, 0.3 + 0.7 * row / rows, 0.95)
        pen.rectangle((left, top, right - gap, bottom - gap), fill=color)


def _pixels(page: Image.Image, box: Box, rng: random.Random) -> None:
    pen = ImageDraw.Draw(page)
    size = rng.randint(12, 32)
    colors = [hsv(rng.random(), 0.7, rng.uniform(0.3, 1)) for _ in range(4)]
    half = {(r, c): rng.choice([*colors, None]) for r in range(size) for c in range(size)}
    for row, col, cell in _cells(box, size, size):
        color = half[row, min(col, size - 1 - col)]
        pen.rectangle(cell, fill=color or WHITE, outline=(225, 225, 225))


def _heat_map(page: Image.Image, box: Box, rng: random.Random) -> None:
    """A year of days in squares, as code hosts draw it."""
    pen = ImageDraw.Draw(page)
    hue = rng.random()
    for _, _, (left, top, right, bottom) in _cells(box, 7, 53):
        level = rng.choice((0, 0, 1, 2, 3, 4))
        color = hsv(hue, 0.2 * level, 0.92 - 0.1 * level)
        pen.rectangle((left + 1, top + 1, right - 2, bottom - 2), fill=color)


def _month(page: Image.Image, box: Box, rng: random.Random) -> None:
    page.paste(WHITE, box)
    calendar(page, box, BLACK, rng)


def _keys(page: Image.Image, box: Box, rng: random.Random) -> None:
    keyboard(page, box, readable_on(BLACK, (128, 128, 128), 3), rng)


def _text(page: Image.Image, box: Box, rng: random.Random) -> None:
    page.paste(WHITE, box)
    paragraph(page, box, BLACK, rng, rng.randint(11, 22))


def _photo(page: Image.Image, box: Box, rng: random.Random) -> None:
    left, top, right, bottom = box
    page.paste(clouds((right - left, bottom - top), rng), (left, top))


PUZZLES: dict[str, Puzzle] = {
    "a calendar": _month,
    "a chess board": _chess,
    "a colour table": _swatches,
    "a crossword": _crossword,
    "a game of 2048": _two_thousand,
    "a go board": _go,
    "a grid of jewels": _jewels,
    "a heat map": _heat_map,
    "a keyboard": _keys,
    "a nonogram": _nonogram,
    "a photo": _photo,
    "a pixel drawing": _pixels,
    "a spreadsheet": _spreadsheet,
    "a sudoku": _sudoku,
    "a text": _text,
    "a word guessing game": _wordle,
    "a word search": _word_search,
    "noughts and crosses": _noughts,
}
"""What each is, and how it is drawn into a box of a page."""
