"""Looks that come up in play: what is plainly a known number needs no network."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

import numpy as np
import pytest

from autoplay.bench.known_looks import library_for, true_lattice
from autoplay.desktop.ports import Region
from autoplay.desktop.virtual import GameWindow, Monitor, make_virtual_desktop
from autoplay.errors import UnreadableError
from autoplay.game import Cell, Label, Level
from autoplay.play.eyes import GrowingEyes
from autoplay.vision.lattice import Image
from autoplay.vision.reading import Reading

ROOM = Region(0, 0, 480, 560)


def _no_network(*arguments: object, **options: object) -> NoReturn:
    raise UnreadableError("the networks were asked")


def _game() -> tuple[GrowingEyes, GameWindow, Image, Image]:
    """Eyes that know the look, a game, its fresh picture and the one of its first opening."""
    desktop = make_virtual_desktop(
        Level(9, 9, 10), "square", "classic", 1, pitch=24, monitors=(Monitor(ROOM),)
    )
    window = desktop.game
    fresh = desktop.grab(ROOM).pixels
    window.open_quietly(Cell(40))
    library = library_for("classic", "square", 24)
    _, skin = library.load(library.names()[0])
    eyes = GrowingEyes(skin, true_lattice(window), 10)
    return eyes, window, fresh, desktop.grab(ROOM).pixels


def _paint_like(image: Image, window: GameWindow, label: Label, share: float) -> int:
    """Draw the first number of the board this much like another label; return its cell."""
    lattice = true_lattice(window)
    cell = next(c for c, shown in enumerate(window.shown) if Label.ZERO < shown < Label.COVERED)
    other = next(c for c, shown in enumerate(window.shown) if shown == label)
    half = 9
    boxes = []
    for each in (cell, other):
        x, y = (round(v) for v in lattice.center(each))
        boxes.append((slice(y - half, y + half), slice(x - half, x + half)))
    mixed = (1 - share) * image[boxes[0]].astype(float) + share * image[boxes[1]]
    image[boxes[0]] = np.round(mixed).astype(np.uint8)
    return cell


Drawn = tuple[GrowingEyes, GameWindow, Image, Reading]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], Drawn]:
    """Eyes without networks, and a first opening, one number of which is so much like a zero."""
    monkeypatch.setattr("autoplay.play.eyes.learn", _no_network)

    def make(share: float) -> Drawn:
        eyes, window, fresh, opened = _game()
        last = eyes.read(fresh, None)
        _paint_like(opened, window, Label.ZERO, share)
        return eyes, window, opened, last

    return make


def test_a_number_drawn_a_little_differently_is_read_without_a_network(
    drawn: Callable[[float], Drawn],
) -> None:
    eyes, window, opened, last = drawn(0.07)
    assert eyes.glimpse(opened) is None
    assert eyes.read(opened, last).board.labels == bytes(window.shown)


def test_a_number_half_way_to_another_label_is_left_to_the_networks(
    drawn: Callable[[float], Drawn],
) -> None:
    eyes, _, opened, last = drawn(0.45)
    with pytest.raises(UnreadableError, match="networks"):
        eyes.read(opened, last)
