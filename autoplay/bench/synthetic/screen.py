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
from autoplay.bench.synthetic.scene import Scene, set_scene
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

    ``truth["board"]`` is None, with ``why``, for a screen that must be refused.
    """

    image: Picture
    truth: dict[str, Any]
    spec: Spec


def make_screen(seed: int, kind: str | None = None, family: str | None = None) -> SyntheticScreen:
    """Return the screen of this seed: of any kind, or of one of ``KINDS``; any skin family or one.

    The same seed gives the same picture on machines with the same fonts.
    """
    rng = random.Random(f"screen {seed}")
    kind = kind or ("board" if rng.random() < 0.8 else rng.choice(sorted(REFUSALS)))
    if kind == "board":
        scene = set_scene(rng, make_skin(rng, family))
        place(scene)
        return _finish(scene, seed)
    why, page = draw_refusal(kind, rng)
    truth = {"board": None, "why": why}
    return SyntheticScreen(_bgr(page), truth, Spec(seed, kind, stage=why, screen=page.size))


def _bgr(page: Image.Image) -> Picture:
    return np.asarray(cv2.cvtColor(np.asarray(page), cv2.COLOR_RGB2BGR), dtype=np.uint8)


def _finish(scene: Scene, seed: int) -> SyntheticScreen:
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


def _spec(scene: Scene, seed: int, changed: Distortion, pitch: tuple[float, float]) -> Spec:
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
