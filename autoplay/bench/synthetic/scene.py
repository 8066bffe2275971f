"""What is on a screen: its size, its clutter, and a game of some shape, size and stage."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from PIL import Image

from autoplay.bench.synthetic.color import lighter
from autoplay.bench.synthetic.layout import Layout, regular_pitch
from autoplay.bench.synthetic.outlines import outlined
from autoplay.bench.synthetic.positions import Stage, play_to
from autoplay.bench.synthetic.scenery import backdrop, clutter_window
from autoplay.bench.synthetic.skin import Skin
from autoplay.bench.synthetic.skins import make_skin
from autoplay.game import VARIANTS, Board, Shape, Topology

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


@dataclass
class Scene:
    """A page being drawn, with the game on it; ``origin`` is the top left of its cells."""

    rng: random.Random
    page: Image.Image
    skin: Skin
    layout: Layout
    board: Board
    stage: Stage
    origin: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class Room:
    """What a board must fit into: the screen in pixels, and the largest pitch."""

    width: int
    height: int
    most_pitch: float


def set_scene(
    rng: random.Random,
    skin: Skin,
    most_cells: int = 10_000,
    most_pitch: float = MAX_PITCH,
    *,
    stage: Stage | None = None,
    tiling: Topology | None = None,
) -> Scene:
    """Return a page with clutter on it, and a game of random shape, size and stage to place.

    A ``stage``, or a ``tiling``, that is given stays.
    """
    screen = rng.choice(SCREENS)
    if tiling is None:
        layout = _random_layout(rng, skin, most_cells, Room(*screen, most_pitch))
    else:
        layout = Layout(tiling, *_pitches(rng, skin, tiling, Room(*screen, most_pitch)))
    shape = layout.topology.shape
    if shape is not Shape.SQUARE and skin.is_edgeless:
        # Nothing else would say where the outer cells of such a board end.
        faint = lighter(skin.opened.colors[0], rng.choice((-0.15, 0.25)))
        skin = replace(skin, opened=replace(skin.opened, line=faint, line_width=0.06))
    stage = stage or rng.choice(STAGES)
    board = play_to(stage, layout.topology, rng)
    page = backdrop(screen, rng)
    for _ in range(rng.choice((0, 0, 1, 2, 4))):
        clutter_window(page, rng)
    return Scene(rng, page, skin, layout, board, stage)


def outlined_scene(rng: random.Random, stage: Stage | None = None) -> Scene:
    """Return a page with a game to place whose board is no rectangle, as ``set_scene`` does."""
    tiling = outlined(rng)
    skin = make_skin(rng)
    while not can_dress(skin, tiling.shape):
        skin = make_skin(rng)
    return set_scene(rng, skin, stage=stage, tiling=tiling)


def _random_layout(rng: random.Random, skin: Skin, most_cells: int, room: Room) -> Layout:
    """Return a board of random shape and size that fits into the room."""
    shape = rng.choices((Shape.SQUARE, Shape.HEXAGON, Shape.TRIANGLE), (70, 18, 12))[0]
    if skin.cover is not None:
        shape = Shape.SQUARE  # characters and emoji stand in rows and columns
    tiling = Topology(shape, *_board_size(rng, most_cells), rng.choice(VARIANTS[shape]))
    x, y = _pitches(rng, skin, tiling, room)
    rows = max(min(tiling.rows, int((room.height - 160) / y) - 1), 4)
    cols = max(min(tiling.cols, int((room.width - 40) / x) - 1), 4)
    return Layout(replace(tiling, rows=rows, cols=cols), x, y)


def can_dress(skin: Skin, shape: Shape) -> bool:
    """Whether cells of this shape can be told in this skin as it is."""
    return shape is Shape.SQUARE or not (skin.cover is not None or skin.is_edgeless)


def _board_size(rng: random.Random, most_cells: int) -> tuple[int, int]:
    draw = rng.random()
    if draw < 0.5:
        rows, cols = rng.choice(USUAL_SIZES)
    elif draw < 0.92:
        rows, cols = rng.randint(4, 30), rng.randint(4, 40)
    else:
        rows, cols = rng.randint(30, 100), rng.randint(30, 100)
    while rows * cols > most_cells:
        rows, cols = max(rows * 2 // 3, 4), max(cols * 2 // 3, 4)
    return rows, cols


def _pitches(rng: random.Random, skin: Skin, tiling: Topology, room: Room) -> tuple[float, float]:
    """Return (x, y) pitch in pixels: whole on old toolkits, often not on others."""
    size = _cell_size(rng, tiling, room)
    x, y = regular_pitch(tiling.shape, tiling.variant, size)
    whole = 0.6 if skin.fine == 1 or tiling.shape is not Shape.SQUARE else 0.0
    if rng.random() < whole:
        x, y = float(round(x)), float(round(y))
    if skin.is_text:  # characters are taller than wide
        x = max(round(x * rng.uniform(0.5, 0.9)), MIN_PITCH)
    elif tiling.shape is Shape.SQUARE and rng.random() < 0.05:
        y *= rng.choice((0.9, 1.1, 1.2))
    return x, y


def _cell_size(rng: random.Random, tiling: Topology, room: Room) -> float:
    """Return a cell's size in pixels that lets the board fit, where the least size does."""
    wide, least = (0.6, 20.0) if tiling.shape is Shape.TRIANGLE else (1.0, MIN_PITCH)
    most = min(
        (room.width - 60) / (tiling.cols + 1) / wide,
        (room.height - 200) / (tiling.rows + 1),
        room.most_pitch,
    )
    if most <= least:
        return least
    draw = rng.random()
    if draw < 0.55:
        fitting = [size for size in USUAL_PITCHES if least <= size <= most]
        return float(rng.choice(fitting)) if fitting else least
    if draw < 0.75:
        zoomed = rng.choice(USUAL_PITCHES) * rng.choice((1.25, 1.5, 0.9, 1.1))
        return max(min(zoomed, most), least)
    return float(least * (most / least) ** rng.random())
