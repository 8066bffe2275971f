"""Whole synthetic screens with their exact truth, the same for the same seed and fonts."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from PIL import Image

from autoplay.bench.synthetic.distort import Distortion, Picture, random_distortion
from autoplay.bench.synthetic.placing import place
from autoplay.bench.synthetic.refusals import REFUSALS, draw_refusal
from autoplay.bench.synthetic.scene import Scene, outlined_scene, set_scene
from autoplay.bench.synthetic.skins import make_skin
from autoplay.game import Board, Shape, format_rows

KINDS = ("board", *REFUSALS)
"""``board`` is the kind that must be read, the others must be refused."""


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

    ``truth["board"]`` is None, with ``why``, for a screen that must be refused; where something
    lies over a board, ``under`` is the truth of that board.
    """

    image: Picture
    truth: dict[str, Any]
    spec: Spec


def make_screen(
    seed: int, kind: str | None = None, family: str | None = None, *, outlined: bool = False
) -> SyntheticScreen:
    """Return the screen of this seed: of any kind, or of one of ``KINDS``; any skin family or one.

    An ``outlined`` one shows a board that is no rectangle. The same seed gives the same picture on
    machines with the same fonts.
    """
    rng = random.Random(f"screen {seed}")
    if outlined:
        scene = outlined_scene(rng)
        place(scene)
        return _finish(scene, seed)
    kind = kind or ("board" if rng.random() < 0.8 else rng.choice(sorted(REFUSALS)))
    if kind == "board":
        scene = set_scene(rng, make_skin(rng, family))
        place(scene)
        return _finish(scene, seed)
    refusal = draw_refusal(kind, rng)
    truth: dict[str, Any] = {"board": None, "why": refusal.why}
    if refusal.under is not None:
        truth["under"] = _truth(refusal.under, Distortion(), refusal.page.size)
    spec = Spec(seed, kind, stage=refusal.why, screen=refusal.page.size)
    return SyntheticScreen(_bgr(refusal.page), truth, spec)


def _bgr(page: Image.Image) -> Picture:
    return np.asarray(cv2.cvtColor(np.asarray(page), cv2.COLOR_RGB2BGR), dtype=np.uint8)


def _finish(scene: Scene, seed: int) -> SyntheticScreen:
    rng = scene.rng
    pitch = min(scene.layout.pitch_x, scene.layout.pitch_y)
    changed = Distortion() if rng.random() < 0.65 else random_distortion(rng, pitch)
    truth = _truth(scene, changed, scene.page.size)
    return SyntheticScreen(
        changed.apply(_bgr(scene.page), seed), truth, _spec(scene, seed, changed, truth)
    )


def _truth(scene: Scene, changed: Distortion, size: tuple[int, int]) -> dict[str, Any]:
    """Return the truth of a game on a page of this size that was changed so."""
    layout = scene.layout
    x, y = layout.middle(0, 0)
    center = changed.point(scene.origin[0] + x - 0.5, scene.origin[1] + y - 0.5, size)
    factors = changed.factors(size)
    return truth_of(scene.board, center, (layout.pitch_x * factors[0], layout.pitch_y * factors[1]))


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


def _spec(scene: Scene, seed: int, changed: Distortion, truth: dict[str, Any]) -> Spec:
    pitch = truth["lattice"]["pitch"]
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
