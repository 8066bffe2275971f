"""Web pages with a game on them, as HTML, and the exact truth of the screen they make."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import numpy as np

from autoplay.bench.synthetic.positions import Stage, play_to
from autoplay.bench.synthetic.screen import truth_of
from autoplay.bench.synthetic.webaround import AROUND, Around
from autoplay.bench.synthetic.webskins import WebSkin
from autoplay.game import Board, Label, Shape
from autoplay.vision.lattice import Lattice

SCREEN = (1280, 1024)
"""Width and height in device pixels."""

SHOWN = 6
"""Opened cells a game beyond its first click has at least: fewer show no look of a number."""

BASE = """*{box-sizing:border-box}
html,body{margin:0;height:100%;overflow:hidden;font-family:'Liberation Sans',Arial,sans-serif}
.c{position:absolute;text-align:center;overflow:hidden;white-space:nowrap;font-weight:bold}
text{font-weight:bold}"""


@dataclass(frozen=True)
class WebPage:
    """A page, the (width, height) of its window in CSS pixels, its zoom, and the screen's truth."""

    html: str
    size: tuple[int, int]
    zoom: float
    truth: dict[str, Any]


def web_page(skin: WebSkin, stage: Stage, seed: int) -> WebPage:
    """Return the page of a game at this stage: the same for the same seed."""
    rng = random.Random(f"{skin.name} {stage.name} {seed}")
    board = play_to(stage, skin.topology, rng)
    while stage is not Stage.FRESH and _opened(board) < SHOWN:
        board = play_to(stage, skin.topology, rng)
    size = int(SCREEN[0] / skin.zoom), int(SCREEN[1] / skin.zoom)
    at_origin = Lattice(skin.topology, (0.0, 0.0), skin.pitch)
    low = at_origin.centers.min(axis=0) - np.array(at_origin.cell_size) / 2
    width, height = at_origin.centers.max(axis=0) + np.array(at_origin.cell_size) / 2 - low
    around = AROUND[skin.around](rng, size, (float(width), float(height)), board.mines or 0)
    lattice = at_origin.moved(around.at[0] - float(low[0]), around.at[1] - float(low[1]))
    squares = skin.topology.shape is Shape.SQUARE
    cells = _squares(skin, board, lattice) if squares else _polygons(skin, board, lattice, size)
    html = (
        f"<!doctype html><meta charset=utf-8><style>{BASE}{_numbers(skin, lattice)}"
        f"{around.css}{skin.css}</style><body>{around.html}"
        f"{_ground(skin, around, (float(width), float(height)))}{cells}</body>"
    )
    # A lattice counts from the middle of a pixel, a page from its corner.
    x, y = (place * skin.zoom - 0.5 for place in lattice.first_cell_center)
    pitch = skin.pitch[0] * skin.zoom, skin.pitch[1] * skin.zoom
    return WebPage(html, size, skin.zoom, truth_of(board, (x, y), pitch))


def _opened(board: Board) -> int:
    return sum(1 for label in board.labels if Label(label).is_number)


def _numbers(skin: WebSkin, lattice: Lattice) -> str:
    """Return the style of the digits: their size, and a colour for each number."""
    paint = "color" if skin.topology.shape is Shape.SQUARE else "fill"
    colors = "".join(
        f".n{number}{{{paint}:{color}}}" if paint == "color" else f"text.n{number}{{fill:{color}}}"
        for number, color in enumerate(skin.colors, start=1)
    )
    smallest = min(lattice.cell_size)
    return (
        f".c{{font-size:{smallest * 0.62:.1f}px}}text{{font-size:{smallest * 0.45:.1f}px}}{colors}"
    )


def _ground(skin: WebSkin, around: Around, size: tuple[float, float]) -> str:
    (x, y), pad = around.at, around.pad
    return (
        f"<div style='position:absolute;left:{x - pad}px;top:{y - pad}px;"
        f"width:{size[0] + 2 * pad}px;height:{size[1] + 2 * pad}px;{skin.board}'></div>"
    )


def _classes(skin: WebSkin, board: Board, cell: int) -> str:
    odd = sum(board.topology.row_col(cell)) % 2
    return skin.classes(Label(board.labels[cell])) + (" odd" if odd else "")


def _squares(skin: WebSkin, board: Board, lattice: Lattice) -> str:
    width, height = (side - skin.gap for side in skin.pitch)
    cells = []
    for cell in range(len(board.topology)):
        x, y = lattice.center(cell)
        cells.append(
            f"<div class='c {_classes(skin, board, cell)}' style='left:{x - width / 2:g}px;"
            f"top:{y - height / 2:g}px;width:{width:g}px;height:{height:g}px;"
            f"line-height:{height:g}px'>{skin.mark(Label(board.labels[cell]))}</div>"
        )
    return "".join(cells)


def _polygons(skin: WebSkin, board: Board, lattice: Lattice, size: tuple[int, int]) -> str:
    cells = []
    for cell in range(len(board.topology)):
        corners = lattice.polygon(cell)
        middle = corners.mean(axis=0)
        corners = middle + (corners - middle) * (1 - skin.gap / min(skin.pitch))
        points = " ".join(f"{x:.3f},{y:.3f}" for x, y in corners)
        classes = _classes(skin, board, cell)
        cells.append(
            f"<polygon class='{classes}' points='{points}'/>"
            f"<text class='{classes}' x='{middle[0]:.3f}' y='{middle[1]:.3f}' text-anchor='middle' "
            f"dominant-baseline='central'>{skin.mark(Label(board.labels[cell]))}</text>"
        )
    style = "position:absolute;left:0;top:0"
    return f"<svg width='{size[0]}' height='{size[1]}' style='{style}'>{''.join(cells)}</svg>"
