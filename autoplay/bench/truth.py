"""Screens with their truth: folders of PNG and JSON files."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from autoplay.bench.synthetic.distort import Distortion
from autoplay.calibration import Place
from autoplay.errors import AutoplayError, UsageError
from autoplay.files import require_file
from autoplay.game import Board, Shape, make_topology, parse_rows
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.picture import load_picture


@dataclass(frozen=True)
class Truth:
    """What a screen shows: its board and where it is, or None and why it must be refused."""

    board: Board | None
    lattice: Lattice | None
    why: str = ""


@dataclass(frozen=True)
class Screen:
    """A named picture with its truth; ``load`` reads the picture, BGR uint8."""

    name: str
    truth: Truth
    load: Callable[[], Image]


VARIANT_KEYS = ("offset", "points_up")


def parse_truth(data: object, source: str) -> Truth:
    """Return the truth a JSON object states; UsageError names ``source`` and the wrong key.

    Keys: topology, rows, cols, board (row strings, or null with ``why``), lattice
    (first_cell_center, pitch), and for hexagons ``offset``, for triangles ``points_up``.
    """
    if not isinstance(data, dict):
        raise UsageError(f"{source}: a truth is a JSON object, not {type(data).__name__}")
    if "board" not in data:
        raise UsageError(f"{source}: key 'board' is missing; write its rows, or null and 'why'")
    if data["board"] is None:
        return Truth(None, None, str(data.get("why", "")))
    tiling = _tiling(data, source)
    rows = data["board"]
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise UsageError(f"{source}: key 'board' must be a list of strings, or null")
    try:
        board = parse_rows(rows, None, *tiling)
    except AutoplayError as error:
        raise UsageError(f"{source}: key 'board': {error}") from None
    _check_size(data, board, source)
    board = _with_mines(board, data.get("mines"), source)
    place = data.get("lattice")
    if not isinstance(place, dict):
        raise UsageError(f"{source}: key 'lattice' must hold first_cell_center and pitch")
    if misplaced := next((key for key in VARIANT_KEYS if key in place), None):
        raise UsageError(f"{source}: key 'lattice.{misplaced}' is said beside 'lattice', not in it")
    center, pitch = (_pair(place, key, source) for key in ("first_cell_center", "pitch"))
    try:
        return Truth(board, Place(first_cell_center=center, pitch=pitch).lattice(board.topology))
    except ValueError as error:
        raise UsageError(f"{source}: key 'lattice': {error}") from None


def _tiling(data: dict[str, Any], source: str) -> tuple[str, str]:
    """Return the shape and the variant; UsageError names the key of the one that there is not."""
    shape = str(data.get("topology", Shape.SQUARE))
    key = next((key for key in VARIANT_KEYS if data.get(key)), "")
    variant = str(data.get(key, ""))
    for said, wrong in (("", "topology"), (variant, key)):
        try:
            make_topology(shape, 1, 1, said)
        except UsageError as error:
            raise UsageError(f"{source}: key {wrong!r}: {error}") from None
    return shape, variant


def _check_size(data: dict[str, Any], board: Board, source: str) -> None:
    for key, found in (("rows", board.topology.rows), ("cols", board.topology.cols)):
        if data.get(key, found) != found:
            raise UsageError(f"{source}: key {key!r} says {data[key]}, the board has {found}")


def _with_mines(board: Board, mines: object, source: str) -> Board:
    if mines is not None and type(mines) is not int:
        raise UsageError(f"{source}: key 'mines' must be a whole number, or null")
    try:
        return replace(board, mines=mines)
    except UsageError as error:
        raise UsageError(f"{source}: key 'mines': {error}") from None


def _pair(place: dict[str, Any], key: str, source: str) -> tuple[float, float]:
    value = place.get(key)
    if (
        not isinstance(value, list)
        or len(value) != 2
        or not all(type(part) in (int, float) for part in value)
    ):
        raise UsageError(f"{source}: key 'lattice.{key}' must be two numbers, x and y")
    return float(value[0]), float(value[1])


def load_screens(folder: Path) -> list[Screen]:
    """Return the screens of a folder and its subfolders, by name.

    Raises UsageError, naming the file, for a folder without any, a picture without truth, a truth
    without picture, or a truth that cannot be used. A picture is read when it is loaded.
    """
    if not folder.is_dir():
        raise UsageError(f"{folder}: no such folder; give one with PNG pictures and JSON truths")
    pictures = sorted(folder.rglob("*.png"))
    truths = (path for path in folder.rglob("*.json") if not path.with_suffix(".png").exists())
    if lone := min(truths, default=None):
        raise UsageError(
            f"{lone}: a JSON file here is the truth of a picture of its name, and there is no "
            f"{lone.stem}.png"
        )
    if not pictures:
        raise UsageError(f"{folder}: no PNG pictures with JSON truths in it")
    return [_screen(folder, path) for path in pictures]


def _screen(folder: Path, picture: Path) -> Screen:
    path = picture.with_suffix(".json")
    try:
        require_file(path)
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UsageError(f"{picture}: its truth {path.name} is missing") from None
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path}: not a JSON text: {error}") from None
    name = picture.relative_to(folder).with_suffix("").as_posix()
    return Screen(name, parse_truth(data, str(path)), partial(load_picture, picture))


MILD = {
    "scale 0.75": Distortion(scale=0.75),
    "scale 1.25": Distortion(scale=1.25),
    "scale 1.5": Distortion(scale=1.5),
    "scale 2": Distortion(scale=2.0),
    "JPEG 70": Distortion(jpeg=70),
    "night light": Distortion(tint=(0.6, 0.85, 1.0)),
    "dimmed": Distortion(dim=0.6),
    "blurred": Distortion(blur=0.5),
    "noisy": Distortion(noise=2.0),
}
"""What a viewer, a browser or a night light does to a screenshot, by name."""


def distorted(screens: list[Screen]) -> list[Screen]:
    """Return every screen in each of the ``MILD`` distortions, truths adapted."""
    return [_distorted(screen, name) for screen in screens for name in MILD]


def _distorted(screen: Screen, name: str) -> Screen:
    change = MILD[name]
    truth = screen.truth
    if truth.lattice is not None and change.scale != 1:
        height, width = screen.load().shape[:2]
        factors = change.factors((width, height))
        center = change.point(*truth.lattice.first_cell_center, (width, height))
        pitch = truth.lattice.pitch[0] * factors[0], truth.lattice.pitch[1] * factors[1]
        truth = replace(truth, lattice=Lattice(truth.lattice.topology, center, pitch))
    return Screen(f"{screen.name} {name}", truth, partial(_load_distorted, screen.load, change))


def _load_distorted(load: Callable[[], Image], change: Distortion) -> Image:
    return change.apply(load())
