"""The picture that was read must be there before each click: what may change, and what not."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from autoplay.bench.known_looks import library_for
from autoplay.desktop.ports import Frame, Region
from autoplay.desktop.virtual import Monitor, VirtualDesktop, make_virtual_desktop
from autoplay.game import Action, Cell, Label, Level, Verb
from autoplay.play.board_on_screen import find_game
from autoplay.play.found_game import screen_game
from autoplay.play.pace import Tempo
from autoplay.play.screen_game import JUST_NOW, ScreenGame
from autoplay.play.still import StillPicture
from autoplay.vision.lattice import Image, Lattice

ROOM = Region(0, 0, 400, 400)
PITCH = 24


def _game() -> tuple[VirtualDesktop, ScreenGame]:
    """A game whose first move has opened an area, and that was seen; ten clicks a second."""
    desktop = make_virtual_desktop(
        Level(9, 9, 10), "square", "classic", 1, pitch=PITCH, monitors=(Monitor(ROOM),)
    )
    machine = desktop.machine()
    found = find_game(machine, library_for("classic", "square", PITCH), ROOM, mines=10)
    game = screen_game(machine, found, Tempo(10, settle=0.004, fixed=True))
    game.board()
    game.perform([Action(Verb.OPEN, Cell(40))])
    game.board()
    return desktop, game


@cache
def _seen() -> tuple[StillPicture, Image, Lattice, bytes]:
    _, game = _game()
    assert game.frame is not None and game.reading is not None
    still = StillPicture(game.lattice)
    still.show(game.frame, game.reading.board.labels)
    return still, game.frame.pixels, game.lattice, game.reading.board.labels


def _is_still(pixels: Image) -> bool:
    return _seen()[0].is_still(Frame(pixels, ROOM))


def _with_another_pixel(x: float, y: float) -> Image:
    pixels = _seen()[1].copy()
    pixels[int(y), int(x), :3] ^= 1
    return pixels


def test_a_picture_that_did_not_change_is_still_and_its_cells_untouched() -> None:
    still, pixels, _, labels = _seen()
    assert _is_still(pixels.copy())
    frame = Frame(pixels.copy(), ROOM)
    assert all(still.is_untouched(frame, cell) for cell in range(len(labels)))


@pytest.mark.parametrize(("across", "down"), [(PITCH, 0), (0, PITCH), (-PITCH, PITCH), (1, 0)])
def test_a_window_that_moved_is_not_still(across: int, down: int) -> None:
    """By whole cells it looks the same where cells are alike."""
    assert not _is_still(np.roll(_seen()[1], (down, across), axis=(0, 1)))


def test_an_opened_cell_that_changed_is_not_still() -> None:
    _, _, lattice, labels = _seen()
    opened = [cell for cell, label in enumerate(labels) if label <= Label.EIGHT]
    assert len(opened) > 10
    assert not any(_is_still(_with_another_pixel(*lattice.centers[cell])) for cell in opened)


def test_what_is_around_the_board_must_not_change() -> None:
    height, width = _seen()[1].shape[:2]
    for x, y in ((0, 90), (width - 1, 90), (90, 0), (90, height - 1)):
        assert not _is_still(_with_another_pixel(x, y))


def test_a_covered_cell_may_change_by_a_click_before() -> None:
    still, _, lattice, labels = _seen()
    covered = [cell for cell, label in enumerate(labels) if label == Label.COVERED]
    assert covered
    for cell in covered:
        frame = Frame(_with_another_pixel(*lattice.centers[cell]), ROOM)
        assert still.is_still(frame)
        assert not still.is_untouched(frame, cell)


def test_a_picture_of_another_size_is_not_still() -> None:
    assert not _is_still(_seen()[1][:-1])


@pytest.mark.parametrize("moves", [False, True])
def test_no_click_is_made_once_the_window_moved_between_two_of_a_batch(moves: bool) -> None:
    desktop, game = _game()
    minefield = desktop.game.game.minefield
    assert minefield is not None
    free = [c for c in game.board().cells(Label.COVERED) if c not in minefield.mines]
    actions = [Action(Verb.OPEN, cell) for cell in free[:4]]
    assert len(actions) == 4
    before = game.clicks
    if moves:
        left, top = desktop.game.region.left, desktop.game.region.top
        desktop.later(0.25, lambda: desktop.game.move_to(left + PITCH, top))
    game.perform(actions)
    assert game.clicks - before < 4 if moves else game.clicks - before == 4
    assert not minefield.mines & set(desktop.game.game.board().cells(Label.EXPLODED))


def test_a_click_that_waits_for_its_turn_is_made_on_no_look_before_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A window that was resized in 2.6 milliseconds got a click on its frame."""
    monkeypatch.setattr("autoplay.play.screen_game.JUST_NOW", 60.0)
    desktop, game = _game()
    free = Action(Verb.OPEN, next(iter(game.board().cells(Label.COVERED))))
    before, left, top = game.clicks, desktop.game.region.left, desktop.game.region.top
    assert not game.pace.is_due
    desktop.later(0.001, lambda: desktop.game.move_to(left + PITCH, top))
    game.perform([free])
    assert game.clicks == before


@pytest.mark.parametrize(
    ("thought", "moved", "clicks"),
    [(JUST_NOW / 2, False, 1), (1.0, False, 1), (1.0, True, 0)],
    ids=["at once", "later", "later, moved"],
)
def test_the_first_click_is_made_on_the_look_it_follows_from_unless_that_is_long_ago(
    thought: float, moved: bool, clicks: int
) -> None:
    """A thought may take long, and so may a person who is asked."""
    desktop, game = _game()
    desktop.machine().clock.sleep(0.1)  # it takes a click ten times a second
    free = Action(Verb.OPEN, next(iter(game.board().cells(Label.COVERED))))
    before = game.clicks
    desktop.machine().clock.sleep(thought)
    if moved:
        desktop.game.move_to(desktop.game.region.left + PITCH, desktop.game.region.top)
    game.perform([free])
    assert game.clicks - before == clicks
