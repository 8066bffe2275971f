"""Whole synthetic screens with their exact truth, the same for the same seed and fonts."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from PIL import Image, ImageDraw

from autoplay.bench.synthetic.color import BLACK, WHITE, lighter, readable_on
from autoplay.bench.synthetic.distort import Distortion, Picture, random_distortion
from autoplay.bench.synthetic.fonts import typefaces
from autoplay.bench.synthetic.layout import Layout, regular_pitch
from autoplay.bench.synthetic.picture import BoardPainter
from autoplay.bench.synthetic.positions import Stage, play_to
from autoplay.bench.synthetic.puzzles import PUZZLES
from autoplay.bench.synthetic.scenery import (
    Box,
    backdrop,
    buttons,
    clutter_window,
    counter,
    face_button,
    font,
    paragraph,
    soften,
    window,
    words,
)
from autoplay.bench.synthetic.skin import Skin
from autoplay.bench.synthetic.skins import make_skin
from autoplay.game import VARIANTS, Board, Label, Shape, Topology, format_rows

SCREENS = ((800, 600), (1024, 768), (1280, 1024), (1280, 1024), (1366, 768), (1920, 1080),
           (1920, 1080), (2560, 1440), (3840, 2160))  # fmt: skip
"""Width and height; the usual ones more than once."""

USUAL_SIZES = ((9, 9), (8, 8), (8, 10), (10, 10), (16, 16), (14, 18), (20, 24), (16, 30), (20, 20))

USUAL_PITCHES = (16, 18, 20, 22, 24, 25, 30, 32, 35, 36, 40, 48, 50, 60)

MIN_PITCH, MAX_PITCH = 10.0, 100.0

STAGES = (
    *(Stage.MIDDLE,) * 8,
    *(Stage.FLAGS,) * 5,
    Stage.FRESH,
    Stage.LOST,
    Stage.LOST,
    Stage.LOST_ONE,
    Stage.LOST_ALL,
    Stage.WON,
    Stage.WON_PLAIN,
)

REFUSALS = ("no board", "two boards", "dialog", "window", "cut off", "paused")
"""Kinds of screens that must be refused; ``board`` is the kind that must be read."""

KINDS = ("board", *REFUSALS)


@dataclass(frozen=True)
class Spec:
    """What was drawn: the dimensions by which results are told apart."""

    seed: int
    kind: str
    family: str = ""
    shape: str = ""
    variant: str = ""
    stage: str = ""
    font: str = ""
    marks: str = ""
    pitch: float = 0.0
    fractional: bool = False
    cells: int = 0
    screen: tuple[int, int] = (0, 0)
    distortion: str = ""


@dataclass(frozen=True, eq=False)
class SyntheticScreen:
    """A picture, (height, width, 3) BGR uint8, its truth in the form of the fixtures, its spec.

    ``truth["board"]`` is None, with ``why``, for a screen that must be refused.
    """

    image: Picture
    truth: dict[str, Any]
    spec: Spec


@dataclass
class _Scene:
    """A page being drawn, with what has been placed on it."""

    rng: random.Random
    page: Image.Image
    skin: Skin
    layout: Layout
    board: Board
    stage: Stage
    origin: tuple[float, float] = (0.0, 0.0)


def make_screen(seed: int, kind: str | None = None, family: str | None = None) -> SyntheticScreen:
    """Return the screen of this seed: of any kind, or of one of ``KINDS``; any skin family or one.

    The same seed gives the same picture on machines with the same fonts.
    """
    rng = random.Random(f"screen {seed}")
    kind = kind or ("board" if rng.random() < 0.8 else rng.choice(REFUSALS))
    if kind == "no board":
        return _finish_refused(_no_board(rng), kind, seed)
    scene = _scene(rng, make_skin(rng, family))
    match kind:
        case "two boards":
            return _finish_refused(_with_second_board(scene), kind, seed)
        case "cut off":
            return _finish_refused(_cut_off(scene), kind, seed)
    _place(scene)
    if kind == "board":
        return _finish(scene, seed)
    cover = {"dialog": _dialog_over, "window": _window_over, "paused": _pause}[kind]
    return _finish_refused((cover(scene), scene.page), kind, seed)


def _scene(rng: random.Random, skin: Skin) -> _Scene:
    screen = rng.choice(SCREENS)
    shape = rng.choices((Shape.SQUARE, Shape.HEXAGON, Shape.TRIANGLE), (70, 18, 12))[0]
    variant = rng.choice(VARIANTS[shape])
    rows, cols = _board_size(rng)
    size = _pitch(rng, shape, rows, cols, screen)
    pitch_x, pitch_y = regular_pitch(shape, variant, size)
    whole = 0.6 if skin.fine == 1 or shape is not Shape.SQUARE else 0.0
    if rng.random() < whole:
        pitch_x, pitch_y = float(round(pitch_x)), float(round(pitch_y))
    if shape is Shape.SQUARE and rng.random() < 0.05:
        pitch_y *= rng.choice((0.9, 1.1, 1.2))
    board_room = (screen[0] - 40) / pitch_x, (screen[1] - 160) / pitch_y
    rows = max(min(rows, int(board_room[1] - 1)), 4)
    cols = max(min(cols, int(board_room[0] - 1)), 4)
    layout = Layout(Topology(shape, rows, cols, variant), pitch_x, pitch_y)
    stage = rng.choice(STAGES)
    board = play_to(stage, layout.topology, rng)
    page = backdrop(screen, rng)
    for _ in range(rng.choice((0, 0, 1, 2, 4))):
        clutter_window(page, rng)
    return _Scene(rng, page, skin, layout, board, stage)


def _board_size(rng: random.Random) -> tuple[int, int]:
    draw = rng.random()
    if draw < 0.5:
        return rng.choice(USUAL_SIZES)
    if draw < 0.92:
        return rng.randint(4, 30), rng.randint(4, 40)
    return rng.randint(30, 100), rng.randint(30, 100)


def _pitch(
    rng: random.Random, shape: Shape, rows: int, cols: int, screen: tuple[int, int]
) -> float:
    """Return a cell size in pixels that lets the board fit, where 10 pixels do."""
    wide = 0.6 if shape is Shape.TRIANGLE else 1.0
    most = min((screen[0] - 60) / (cols + 1) / wide, (screen[1] - 200) / (rows + 1), MAX_PITCH)
    least = 20.0 if shape is Shape.TRIANGLE else MIN_PITCH
    if most <= least:
        return least
    draw = rng.random()
    if draw < 0.55:
        fitting = [size for size in USUAL_PITCHES if least <= size <= most]
        return float(rng.choice(fitting)) if fitting else least
    if draw < 0.75:
        return min(rng.choice(USUAL_PITCHES) * rng.choice((1.25, 1.5, 0.9, 1.1)), most)
    return float(least * (most / least) ** rng.random())


def _place(scene: _Scene) -> None:
    """Draw the game's window with the board in it, somewhere on the page."""
    rng, page = scene.rng, scene.page
    width, height = scene.layout.size
    tool = rng.choice((0, 0, 30, 44, 60))
    pad = rng.choice((0, 2, 6, 12, 30))
    inner_w, inner_h = int(width) + 2 * pad + 2, int(height) + 2 * pad + tool + 2
    chrome = 36 if inner_h + 40 < page.height and rng.random() < 0.7 else 0
    left = rng.randint(2, max(page.width - inner_w - 2, 2))
    top = rng.randint(2, max(page.height - inner_h - chrome - 2, 2))
    box = (left, top, left + inner_w, top + inner_h)
    if chrome:
        outer = (left, top, left + inner_w, top + inner_h + chrome)
        box, _ = window(page, outer, rng.choice(("Minesweeper", "Mines", "Game")), rng)
    base = scene.skin.base
    ground = rng.choice((base, lighter(base, 0.1), (192, 192, 192), WHITE))
    panel = (box[0], box[1], box[0] + inner_w, box[1] + inner_h)
    page.paste(ground, panel)
    if tool:
        _toolbar(scene, (panel[0] + 4, panel[1] + 4, panel[2] - 4, panel[1] + tool - 2), ground)
    fraction = rng.choice((0.0, 0.0, 0.5, rng.random())) if scene.skin.fine > 1 else 0.0
    scene.origin = panel[0] + pad + fraction, panel[1] + tool + pad + fraction
    _draw_board(scene)


def _toolbar(scene: _Scene, box: Box, ground: tuple[int, int, int]) -> None:
    rng, page = scene.rng, scene.page
    left, top, right, bottom = box
    ink = readable_on(BLACK, ground, 5)
    if rng.random() < 0.3:
        buttons(page, box, rng)
        return
    mines = (scene.board.mines or 0) - sum(1 for _ in scene.board.cells(Label.FLAG))
    counter(page, (left, top, left + 80, bottom), max(mines, 0), ink, rng)
    if right - left > 200:
        middle, half = (left + right) // 2, (bottom - top) // 2
        face_button(page, (middle - half, top, middle + half, bottom), rng)
        counter(page, (right - 90, top, right, bottom), rng.randrange(1000), ink, rng)


def _draw_board(scene: _Scene) -> None:
    """Draw the board with what lies between and around its cells."""
    rng, page, layout = scene.rng, scene.page, scene.layout
    width, height = layout.size
    x, y = scene.origin
    box = (round(x), round(y), round(x + width), round(y + height))
    if layout.topology.shape is Shape.SQUARE or rng.random() < 0.4:
        frame = rng.choice((0, 0, 1, 2, 4))
        draw = ImageDraw.Draw(page)
        edge = (box[0] - frame, box[1] - frame, box[2] + frame - 1, box[3] + frame - 1)
        draw.rectangle(edge, fill=lighter(scene.skin.base, rng.choice((0, -0.3, 0.3))))
        page.paste(scene.skin.base, box)
    BoardPainter(scene.skin, layout).paint(page, scene.board, scene.origin)


def _board_box(scene: _Scene) -> Box:
    width, height = scene.layout.size
    x, y = scene.origin
    return round(x), round(y), round(x + width), round(y + height)


def _dialog_over(scene: _Scene) -> str:
    """Draw a small dialog over some cells."""
    rng, page = scene.rng, scene.page
    left, top, right, bottom = _board_box(scene)
    width = rng.randint(140, 360)
    height = rng.randint(90, 200)
    x = rng.randint(left - width // 3, max(right - width * 2 // 3, left))
    y = rng.randint(top - height // 3, max(bottom - height * 2 // 3, top))
    if rng.random() < 0.4:  # dimmed behind, as web pages do
        page.paste(Image.blend(page, Image.new("RGB", page.size, BLACK), rng.uniform(0.3, 0.6)))
    title = rng.choice(("Game over", "You win!", "New game?", "Reset the game?", "Best times"))
    inside, body = window(page, (x, y, x + width, y + height), title, rng)
    ink = readable_on(BLACK, body, 7)
    paragraph(page, (inside[0] + 12, inside[1] + 10, inside[2] - 12, inside[1] + 40), ink, rng)
    buttons(page, (inside[0] + 12, inside[3] - 34, inside[2] - 12, inside[3] - 8), rng)
    return "a dialog lies over the board"


def _window_over(scene: _Scene) -> str:
    """Draw another window over a corner or side of the board."""
    rng, page = scene.rng, scene.page
    left, top, right, bottom = _board_box(scene)
    x = rng.randint(left, (left + right) // 2)
    y = rng.randint(top, (top + bottom) // 2)
    box = (x, y, x + rng.randint(200, 600), y + rng.randint(150, 500))
    inside, body = window(page, box, words(rng, 2), rng)
    area = (inside[0] + 10, inside[1] + 8, inside[2] - 10, inside[3] - 8)
    paragraph(page, area, readable_on(BLACK, body, 7), rng)
    return "a window lies over the board"


def _pause(scene: _Scene) -> str:
    """Hide the board as games do while they are paused."""
    rng, page = scene.rng, scene.page
    box = _board_box(scene)
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
    return "the game is paused and its board is hidden"


def _with_second_board(scene: _Scene) -> tuple[str, Image.Image]:
    """Return a page with two boards beside each other, both whole."""
    rng = scene.rng
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
    _draw_board(scene)
    scene.origin = (width + 2.0 * gap, float(gap)) if beside else (float(gap), height + 2.0 * gap)
    if rng.random() < 0.5:
        scene.skin = make_skin(rng)
    scene.board = play_to(rng.choice(STAGES), scene.layout.topology, rng)
    _draw_board(scene)
    return "two boards", scene.page


def _cut_off(scene: _Scene) -> tuple[str, Image.Image]:
    """Return a page whose edge cuts through a row or column of cells."""
    rng = scene.rng
    _place(scene)
    left, top, right, bottom = _board_box(scene)
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
    return "the edge of the picture cuts through the board", scene.page.crop(box)


def _no_board(rng: random.Random) -> tuple[str, Image.Image]:
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
    return f"no board: {name}", page


def _bgr(page: Image.Image) -> Picture:
    return np.asarray(cv2.cvtColor(np.asarray(page), cv2.COLOR_RGB2BGR), dtype=np.uint8)


def _finish_refused(made: tuple[str, Image.Image], kind: str, seed: int) -> SyntheticScreen:
    why, page = made
    return SyntheticScreen(
        _bgr(page), {"board": None, "why": why}, Spec(seed, kind, stage=why, screen=page.size)
    )


def _finish(scene: _Scene, seed: int) -> SyntheticScreen:
    rng, layout = scene.rng, scene.layout
    picture = _bgr(scene.page)
    pitch = min(layout.pitch_x, layout.pitch_y)
    changed = Distortion() if rng.random() < 0.65 else random_distortion(rng, pitch)
    size = (picture.shape[1], picture.shape[0])
    first_x, first_y = layout.middle(0, 0)
    center = changed.point(scene.origin[0] + first_x - 0.5, scene.origin[1] + first_y - 0.5, size)
    factors = changed.factors(size)
    pitches = (layout.pitch_x * factors[0], layout.pitch_y * factors[1])
    return SyntheticScreen(
        changed.apply(picture, seed),
        truth_of(scene.board, center, pitches),
        _spec(scene, seed, changed, pitches),
    )


def truth_of(
    board: Board, center: tuple[float, float], pitch: tuple[float, float]
) -> dict[str, Any]:
    """Return the truth of a screen in the form of the fixtures' JSON files."""
    topology = board.topology
    truth: dict[str, Any] = {
        "topology": topology.shape.value,
        "rows": topology.rows,
        "cols": topology.cols,
        "mines": board.mines,
        "board": format_rows(board),
        "lattice": {
            "first_cell_center": [round(value, 3) for value in center],
            "pitch": [round(value, 4) for value in pitch],
        },
    }
    if topology.shape is Shape.HEXAGON:
        truth["offset"] = topology.variant.value
    elif topology.shape is Shape.TRIANGLE:
        truth["points_up"] = topology.variant.value
    return truth


def _spec(scene: _Scene, seed: int, changed: Distortion, pitch: tuple[float, float]) -> Spec:
    skin, topology = scene.skin, scene.layout.topology
    return Spec(
        seed=seed,
        kind="board",
        family=skin.family,
        shape=topology.shape.value,
        variant=topology.variant.value,
        stage=scene.stage.value,
        font=skin.numerals.face.name,
        marks=f"{skin.flag.style}, {skin.mine.style}",
        pitch=round(min(pitch), 3),
        fractional=any(abs(side - round(side)) > 1e-6 for side in pitch),
        cells=len(topology),
        screen=scene.page.size,
        distortion=changed.describe(),
    )
