"""Draws a game into its page: window, toolbar, frame, cells and what lies around them."""

from __future__ import annotations

from PIL import Image, ImageDraw

from autoplay.bench.synthetic.color import (
    BLACK,
    WHITE,
    Color,
    difference,
    hsv,
    lighter,
    readable_on,
)
from autoplay.bench.synthetic.fonts import typefaces
from autoplay.bench.synthetic.picture import BoardPainter
from autoplay.bench.synthetic.scene import Scene
from autoplay.bench.synthetic.scenery import Box, buttons, counter, face_button, font, window
from autoplay.game import Label, Shape

MIN_EDGE = 28
"""Gray levels by which the ground around a board differs where its cells have no edge."""


def place(scene: Scene, *, cells: bool = True) -> None:
    """Draw the game's window with the board in it, somewhere on the page.

    Without its ``cells`` all is drawn that lies around and behind them.
    """
    rng, page = scene.rng, scene.page
    width, height = (int(side) for side in scene.layout.size)
    tool = rng.choice((0, 0, 30, 44, 60))
    labelled = rng.random() < 0.06
    pad = round(scene.layout.pitch_y) if labelled else rng.choice((0, 2, 6, 12, 30))
    inner_w, inner_h = width + 2 * pad + 2, height + 2 * pad + tool + 2
    chrome = 36 if inner_h + 40 < page.height and rng.random() < 0.7 else 0
    left = rng.randint(2, max(page.width - inner_w - 2, 2))
    top = rng.randint(2, max(page.height - inner_h - chrome - 2, 2))
    if chrome:
        outer = (left, top, left + inner_w, top + inner_h + chrome)
        inside, _ = window(page, outer, rng.choice(("Minesweeper", "Mines", "Game")), rng)
        left, top = inside[:2]
    ground = _ground(scene)
    page.paste(ground, (left, top, left + inner_w, top + inner_h))
    if tool:
        _toolbar(scene, (left + 4, top + 4, left + inner_w - 4, top + tool - 2), ground)
    fraction = rng.choice((0.0, 0.0, 0.5, rng.random())) if scene.skin.fine > 1 else 0.0
    scene.origin = left + pad + fraction, top + tool + pad + fraction
    if cells:
        draw_board(scene)
    else:
        _draw_plate(scene)
    if labelled:
        _label_margins(scene, readable_on(BLACK, ground, 4))


def _ground(scene: Scene) -> Color:
    """Return the colour around the board; unlike the cells where these have no edge."""
    rng, skin = scene.rng, scene.skin
    base = skin.base
    usual = (base, lighter(base, 0.1), (192, 192, 192), WHITE, hsv(rng.random(), 0.3, 0.5))
    if not skin.is_edgeless:
        return rng.choice(usual)
    unlike = [
        color
        for color in (*usual, BLACK, lighter(base, 0.3), lighter(base, -0.3))
        if min(difference(color, cell) for cell in skin.opened.colors) >= MIN_EDGE
    ]
    return rng.choice(unlike)


def _toolbar(scene: Scene, box: Box, ground: Color) -> None:
    rng, page = scene.rng, scene.page
    left, top, right, bottom = box
    ink = readable_on(BLACK, ground, 5)
    if rng.random() < 0.3:
        buttons(page, box, rng)
        return
    mines = (scene.board.mines or 0) - sum(1 for _ in scene.board.cells(Label.FLAG))
    counter(page, (left, top, left + 80, bottom), max(mines, 0), ink, rng)
    if right - left > 300:
        middle, half = (left + right) // 2, (bottom - top) // 2
        face_button(page, (middle - half, top, middle + half, bottom), rng)
        counter(page, (right - 120, top, right, bottom), rng.randrange(1000), ink, rng)


def board_box(scene: Scene) -> Box:
    """Return the box around the cells, in whole pixels."""
    width, height = scene.layout.size
    x, y = scene.origin
    return round(x), round(y), round(x + width), round(y + height)


def draw_board(scene: Scene) -> None:
    """Draw the board at the scene's origin, with its plate and frame if it has one."""
    _draw_plate(scene)
    BoardPainter(scene.skin, scene.layout).paint(scene.page, scene.board, scene.origin)
    if scene.rng.random() < 0.07:
        _hover(scene)


def _draw_plate(scene: Scene) -> None:
    """Draw what the cells lie on."""
    rng, page, skin = scene.rng, scene.page, scene.skin
    box = board_box(scene)
    if scene.layout.topology.shape is Shape.SQUARE or rng.random() < 0.4:
        frame = rng.choice((0, 0, 1, 2, 4))
        edge = (box[0] - frame, box[1] - frame, box[2] + frame - 1, box[3] + frame - 1)
        color = lighter(skin.base, rng.choice((0, -0.3, 0.3)))
        ImageDraw.Draw(page).rectangle(edge, fill=color)
        page.paste(skin.base, box)


def _hover(scene: Scene) -> None:
    """Lighten one covered cell, as games do under the pointer."""
    covered = list(scene.board.cells(Label.COVERED))
    if not covered:
        return
    row, col = scene.board.topology.row_col(scene.rng.choice(covered))
    x, y = scene.layout.middle(row, col)
    x, y = x + scene.origin[0], y + scene.origin[1]
    outline = [(x + dx - 0.5, y + dy - 0.5) for dx, dy in scene.layout.outline(row, col)]
    mask = Image.new("L", scene.page.size)
    ImageDraw.Draw(mask).polygon(outline, fill=scene.rng.randint(20, 60))
    scene.page.paste(WHITE, (0, 0), mask)


def _label_margins(scene: Scene, ink: Color) -> None:
    """Write column letters above the board and row numbers beside it."""
    pen = ImageDraw.Draw(scene.page)
    layout = scene.layout
    face = font(scene.rng.choice(typefaces()), max(round(layout.pitch_y * 0.45), 7))
    left, top, _, _ = board_box(scene)
    for col in range(layout.topology.cols):
        x = layout.middle(0, col)[0] + scene.origin[0]
        pen.text((x, top - layout.pitch_y * 0.4), chr(65 + col % 26), ink, face, anchor="mm")
    for row in range(layout.topology.rows):
        y = layout.middle(row, 0)[1] + scene.origin[1]
        pen.text((left - layout.pitch_y * 0.45, y), str(row + 1), ink, face, anchor="mm")
