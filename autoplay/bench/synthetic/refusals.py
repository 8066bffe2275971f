"""Screens that must be refused: nothing to read, too much, or a board that is partly hidden."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image, ImageDraw

from autoplay.bench.synthetic.color import BLACK, WHITE, lighter, readable_on
from autoplay.bench.synthetic.fonts import typefaces
from autoplay.bench.synthetic.placing import board_box, draw_board, place
from autoplay.bench.synthetic.positions import play_to
from autoplay.bench.synthetic.puzzles import PUZZLES
from autoplay.bench.synthetic.scene import SCREENS, STAGES, Scene, can_dress, set_scene
from autoplay.bench.synthetic.scenery import (
    Box,
    backdrop,
    buttons,
    clutter_window,
    font,
    paragraph,
    soften,
    window,
    words,
)
from autoplay.bench.synthetic.skins import make_skin


@dataclass(frozen=True)
class Refusal:
    """Why a screen must be refused, the screen, and the game under what hides it, if any."""

    why: str
    page: Image.Image
    under: Scene | None = None


def draw_refusal(kind: str, rng: random.Random) -> Refusal:
    """Return a screen of one of the kinds in ``REFUSALS``."""
    return REFUSALS[kind](rng)


def _game(rng: random.Random) -> Scene:
    scene = set_scene(rng, make_skin(rng))
    place(scene)
    return scene


DIALOGS = ("Game over", "You win!", "New game?", "Reset the game?", "Best times", "Boom!")


def _dialog_over(rng: random.Random) -> Refusal:
    """Draw a small dialog over some cells: a window, a rounded card or a banner."""
    scene = _game(rng)
    page = scene.page
    left, top, right, bottom = board_box(scene)
    width, height = rng.randint(140, 360), rng.randint(90, 200)
    x = rng.randint(left - width // 3, max(right - width * 2 // 3, left))
    y = rng.randint(top - height // 3, max(bottom - height * 2 // 3, top))
    if rng.random() < 0.4:  # dimmed behind, as web pages do
        page.paste(Image.blend(page, Image.new("RGB", page.size, BLACK), rng.uniform(0.3, 0.6)))
    kind = rng.choice(("window", "window", "card", "banner"))
    if kind == "banner":
        middle = rng.randint(top + (bottom - top) // 4, bottom - (bottom - top) // 4)
        half = rng.randint(20, 50)
        _card(page, (left, middle - half, right, middle + half), rng, corner=0)
    elif kind == "card":
        _card(page, (x, y, x + width, y + height), rng, corner=rng.choice((4, 12, 20)))
    else:
        inside, body = window(page, (x, y, x + width, y + height), rng.choice(DIALOGS), rng)
        ink = readable_on(BLACK, body, 7)
        paragraph(page, (inside[0] + 12, inside[1] + 10, inside[2] - 12, inside[1] + 40), ink, rng)
        buttons(page, (inside[0] + 12, inside[3] - 34, inside[2] - 12, inside[3] - 8), rng)
    return Refusal("a dialog lies over the board", page, scene)


def _card(page: Image.Image, box: Box, rng: random.Random, corner: int) -> None:
    """Draw a plain plate with a line of large text in its middle."""
    body = rng.choice((WHITE, (30, 32, 40), (250, 240, 200), (60, 160, 90)))
    pen = ImageDraw.Draw(page)
    pen.rounded_rectangle(box, corner, fill=body, outline=rng.choice((None, (120, 120, 120))))
    middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    face = font(rng.choice(typefaces()), 24)
    pen.text(middle, rng.choice(DIALOGS), readable_on(BLACK, body, 5), face, anchor="mm")


def _window_over(rng: random.Random) -> Refusal:
    """Draw another window over a corner or side of the board."""
    scene = _game(rng)
    page = scene.page
    left, top, right, bottom = board_box(scene)
    x = rng.randint(left, (left + right) // 2)
    y = rng.randint(top, (top + bottom) // 2)
    box = (x, y, x + rng.randint(200, 600), y + rng.randint(150, 500))
    inside, body = window(page, box, words(rng, 2), rng)
    area = (inside[0] + 10, inside[1] + 8, inside[2] - 10, inside[3] - 8)
    paragraph(page, area, readable_on(BLACK, body, 7), rng)
    return Refusal("a window lies over the board", page, scene)


def _pause(rng: random.Random) -> Refusal:
    """Hide the board as games do while they are paused."""
    scene = _game(rng)
    page = scene.page
    box = board_box(scene)
    if rng.random() < 0.5:
        soften(page, box, max(scene.layout.inner_radius, 6))
    else:
        page.paste(lighter(scene.skin.base, 0.2), box)
    face = font(rng.choice(typefaces()), max(min((box[2] - box[0]) // 8, 48), 12))
    middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    ImageDraw.Draw(page).text(
        middle,
        rng.choice(("PAUSED", "Paused", "Click to resume")),
        fill=rng.choice((BLACK, WHITE, (200, 40, 40))),
        font=face,
        anchor="mm",
    )
    return Refusal("the game is paused and its board is hidden", page)


def _two_boards(rng: random.Random) -> Refusal:
    """Return a page with two boards beside each other, both whole."""
    scene = set_scene(rng, make_skin(rng), most_cells=400, most_pitch=40)
    width, height = (round(side) for side in scene.layout.size)
    beside = rng.random() < 0.6
    gap = rng.randint(40, 120)
    size = (
        (2 * width + 3 * gap, height + 2 * gap)
        if beside
        else (width + 2 * gap, 2 * height + 3 * gap)
    )
    scene.page = backdrop(size, rng)
    scene.origin = float(gap), float(gap)
    draw_board(scene)
    scene.origin = (width + 2.0 * gap, float(gap)) if beside else (float(gap), height + 2.0 * gap)
    other = make_skin(rng)
    if rng.random() < 0.5 and can_dress(other, scene.layout.topology.shape):
        scene.skin = other
    scene.board = play_to(rng.choice(STAGES), scene.layout.topology, rng)
    draw_board(scene)
    return Refusal("two boards", scene.page)


def _cut_off(rng: random.Random) -> Refusal:
    """Return a page whose edge cuts through a row or column of cells."""
    scene = _game(rng)
    left, top, right, bottom = board_box(scene)
    cell_w, cell_h = scene.layout.cell_box
    across = rng.uniform(0.35, 0.65)
    cut_x = round(cell_w * across + scene.layout.pitch_x * rng.randrange(3))
    cut_y = round(cell_h * across + scene.layout.pitch_y * rng.randrange(3))
    width, height = scene.page.size
    box = rng.choice(
        (
            (left + cut_x, 0, width, height),
            (0, top + cut_y, width, height),
            (0, 0, right - cut_x, height),
            (0, 0, width, bottom - cut_y),
        )
    )
    return Refusal("the edge of the picture cuts through the board", scene.page.crop(box))


def _no_board(rng: random.Random) -> Refusal:
    """Return a page with a grid of another kind, or none."""
    page = backdrop(rng.choice(SCREENS[:-1]), rng)
    for _ in range(rng.choice((0, 1, 2, 4))):
        clutter_window(page, rng)
    name = rng.choice(sorted(PUZZLES))
    side = rng.uniform(0.35, 0.8) * min(page.size)
    left = rng.randint(0, max(int(page.width - side), 1))
    top = rng.randint(0, max(int(page.height - side), 1))
    box = (left, top, left + int(side), top + int(side))
    inside, _ = window(page, box, words(rng, 2), rng)
    PUZZLES[name](page, (inside[0] + 8, inside[1] + 8, inside[2] - 8, inside[3] - 8), rng)
    return Refusal(f"no board: {name}", page)


REFUSALS: dict[str, Callable[[random.Random], Refusal]] = {
    "cut off": _cut_off,
    "dialog": _dialog_over,
    "no board": _no_board,
    "paused": _pause,
    "two boards": _two_boards,
    "window": _window_over,
}
"""Makers by kind."""
