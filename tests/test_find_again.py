"""A board that is no longer where it was: found by its own picture, or drawn anew by its size."""

from __future__ import annotations

import random
from contextlib import nullcontext
from dataclasses import replace
from typing import NoReturn

import numpy as np
import pytest

from autoplay.bench.known_looks import library_for, true_lattice
from autoplay.desktop.ports import Frame, Region
from autoplay.desktop.virtual import Monitor, VirtualDesktop, make_virtual_desktop
from autoplay.desktop.virtual.windows import GameWindow, PlainWindow
from autoplay.errors import DesktopError, LostBoardError, UnreadableError
from autoplay.game import Action, Cell, Game, Level, Verb, make_topology
from autoplay.play.board_on_screen import capture, find_game
from autoplay.play.eyes import GrowingEyes
from autoplay.play.find_again import Seen, find_again
from autoplay.play.found_game import screen_game
from autoplay.play.pace import Tempo
from autoplay.play.screen_game import ScreenGame
from autoplay.play.spot import Spot, View
from autoplay.vision.find import find_boards
from autoplay.vision.finding.candidates import Candidate
from autoplay.vision.lattice import Image
from autoplay.vision.learn import learn
from autoplay.vision.skin import Skin

ROOM = Region(0, 0, 700, 700)


def _found(shape: str, look: str) -> tuple[VirtualDesktop, ScreenGame]:
    """A game that was found."""
    desktop = make_virtual_desktop(
        Level(9, 9, 10), shape, look, 5, pitch=24, monitors=(Monitor(ROOM),), at=(40, 30)
    )
    machine = desktop.machine()
    found = find_game(machine, library_for(look, shape, 24), ROOM, mines=10)
    return desktop, screen_game(machine, found, Tempo())


def _game(shape: str, look: str) -> tuple[VirtualDesktop, ScreenGame]:
    """A game whose first move has opened an area, and that was seen."""
    desktop, game = _found(shape, look)
    game.board()
    game.perform([Action(Verb.OPEN, Cell(40))])
    game.board()
    return desktop, game


def _rescale(desktop: VirtualDesktop, scale: float) -> None:
    monitor = Monitor(ROOM, scale)
    desktop.screens = (monitor,)
    desktop.game.put_on(monitor)


def _without_its_last_row(image: Image) -> list[Candidate]:
    found = find_boards(image)[0]
    topology = make_topology("square", found.lattice.topology.rows - 1, 9)
    return [replace(found, lattice=replace(found.lattice, topology=topology))]


@pytest.mark.parametrize(("shape", "look"), [("square", "dark"), ("triangle", "classic")])
def test_a_window_that_moved_is_found_by_the_pixels_of_its_board(
    shape: str, look: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    desktop, game = _game(shape, look)
    before = game.board()
    desktop.game.move_to(211, 97)
    monkeypatch.setattr("autoplay.play.find_again.find_boards", lambda image: [])
    assert game.board() == before


@pytest.mark.parametrize(("beyond_left", "beyond_top"), [(1, 0), (0, 1), (3, 2)])
def test_a_board_whose_edge_was_off_the_screen_is_found_where_it_is(
    beyond_left: int, beyond_top: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its first pixels are not in the picture by which it is looked for."""
    monkeypatch.setattr("autoplay.play.find_again.find_boards", lambda image: [])
    _, game = _game("square", "classic")
    assert game.frame is not None and game.reading is not None
    image, lattice = game.frame.pixels, game.lattice
    left, top = lattice.box[0] + beyond_left, lattice.box[1] + beyond_top
    before = replace(game.reading, lattice=lattice.moved(-left, -top))
    last = Seen(image[top:, left:], before)
    assert find_again(image, lattice.topology, 10, game.skin, last)[0] == lattice


def test_a_board_at_a_fractional_scale_is_read_where_it_is_captured() -> None:
    desktop, game = _game("square", "classic")
    before = game.board()
    _rescale(desktop, 1.5)
    assert game.board() == before


def test_a_board_drawn_anew_keeps_its_size_where_the_finder_misses_a_row(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desktop, game = _game("square", "classic")
    before = game.board()
    _rescale(desktop, 2.0)
    monkeypatch.setattr("autoplay.play.find_again.find_boards", _without_its_last_row)
    assert game.board() == before


def test_a_covered_board_is_not_looked_for_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    desktop, game = _game("square", "classic")
    left, top, width, _ = desktop.game.board_region()
    monitor = desktop.game.monitor
    desktop.windows.append(PlainWindow("Notes", "", Region(left, top, width, 60), monitor))
    searched: list[Image] = []
    monkeypatch.setattr("autoplay.play.find_again.find_boards", searched.append)
    with pytest.raises(UnreadableError):
        game.board()
    assert not searched


def test_a_board_that_vanished_is_said_to_be_gone() -> None:
    desktop, game = _game("square", "classic")
    desktop.game.visible = False
    with pytest.raises(UnreadableError, match="minimised"):
        game.board()


def test_what_is_seen_of_a_board_partly_off_the_screen_is_said() -> None:
    desktop, game = _game("square", "classic")
    desktop.game.move_to(200, 540)
    with pytest.raises(UnreadableError, match=r"elsewhere: .*9x9"):
        game.board()


def test_a_capture_that_fails_once_ends_no_search() -> None:
    failures = iter([True])

    class Flaky(VirtualDesktop):
        def grab(self, region: Region) -> Frame:
            if next(failures, False):
                raise DesktopError("the screen could not be captured")
            return super().grab(region)

    desktop = make_virtual_desktop()
    desktop.__class__ = Flaky
    assert capture(desktop.machine(), Region(0, 0, 10, 10)).pixels.shape == (10, 10, 4)


def _put_another_game_in_its_place(
    desktop: VirtualDesktop, opened: Cell | None, level: Level
) -> None:
    """Another game begins where the last one was, with the same cells in the same places."""
    window, rng, mines = desktop.game, random.Random(7), level.mines
    topology = make_topology("square", level.rows, level.cols)
    style = replace(window.style, topology=topology, mines=mines)
    at = (window.region.left, window.region.top)
    other = GameWindow(style, lambda: Game(topology, mines, rng=rng), at, window.monitor)
    if opened is not None:
        other.open_quietly(opened)
    desktop.windows[:] = [other]


@pytest.mark.parametrize("clicked", [None, Cell(0)])
@pytest.mark.parametrize("opened", [None, Cell(0)])
def test_a_part_of_a_larger_game_is_not_taken_for_the_one_that_was_found(
    clicked: Cell | None, opened: Cell | None
) -> None:
    desktop, game = _found("square", "classic")
    if clicked is not None:
        game.board()
        game.perform([Action(Verb.OPEN, clicked)])
    _put_another_game_in_its_place(desktop, opened, Level(12, 14, 25))
    with pytest.raises(LostBoardError, match="12x14 cells of a board of 9x9"):
        game.board()


def test_a_part_of_a_larger_game_that_goes_on_beyond_the_screen_is_not_taken_for_it() -> None:
    desktop, game = _found("square", "classic")
    game.board()
    game.perform([Action(Verb.OPEN, Cell(0))])
    _put_another_game_in_its_place(desktop, None, Level(40, 14, 25))
    with pytest.raises(LostBoardError, match="no whole board is seen"):
        game.board()


@pytest.mark.parametrize("opened", [None, Cell(80)])
@pytest.mark.parametrize(("mines", "is_another"), [(13, True), (10, False)])
def test_a_game_of_another_mine_total_is_not_the_one_that_was_found(
    opened: Cell | None, mines: int, is_another: bool
) -> None:
    desktop, game = _found("square", "classic")
    game.board()
    game.perform([Action(Verb.OPEN, Cell(0))])
    _put_another_game_in_its_place(desktop, opened, Level(9, 9, mines))
    what = "13 mines are written beside it, no longer 10"
    with pytest.raises(LostBoardError, match=what) if is_another else nullcontext():
        game.board()


@pytest.mark.parametrize(("rows", "is_lost"), [(9, False), (6, False), (10, True), (None, True)])
def test_cells_in_doubt_on_a_board_no_larger_are_no_other_game(
    rows: int | None, is_lost: bool
) -> None:
    desktop = make_virtual_desktop(
        Level(9, 9, 10), "square", "classic", pitch=24, monitors=(Monitor(ROOM),)
    )
    lattice = true_lattice(desktop.game)
    seen = None if rows is None else replace(lattice, topology=make_topology("square", rows, 9))
    frame = desktop.grab(ROOM)

    def in_doubt(skin: Skin, last: Seen | None) -> NoReturn:
        raise UnreadableError("1 cell could be something else", [3], [], seen)

    eyes = GrowingEyes(learn(frame.pixels, lattice).skin, lattice, 10)
    spot = Spot(desktop.machine(), View(ROOM, eyes, frame), in_doubt)
    changed = Frame(frame.pixels ^ np.uint8(255), frame.region)
    with pytest.raises(LostBoardError, match="around") if is_lost else nullcontext():
        spot.require_whole(changed)


def test_another_game_of_the_same_size_is_not_the_board_that_is_looked_for() -> None:
    _, game = _game("square", "classic")
    assert game.frame is not None and game.reading is not None
    last = Seen(game.frame.pixels, game.reading)
    other = make_virtual_desktop(
        Level(9, 9, 10), "square", "classic", 6, pitch=24, monitors=(Monitor(ROOM),), at=(140, 90)
    )
    image = other.grab(ROOM).pixels
    topology = game.reading.board.topology
    assert find_again(image, topology, 10, game.skin, None)[0].topology == topology
    with pytest.raises(UnreadableError, match="another one"):
        find_again(image, topology, 10, game.skin, last)


def test_a_piece_of_a_larger_game_is_not_the_board_of_which_only_covered_cells_are_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unreadable(*args: object, **more: object) -> NoReturn:
        raise UnreadableError("some of it lies beyond the screen")

    desktop, game = _found("square", "classic")
    game.board()
    assert game.frame is not None and game.reading is not None
    last = Seen(game.frame.pixels, game.reading)
    _put_another_game_in_its_place(desktop, Cell(80), Level(12, 14, 25))  # not the same picture
    monkeypatch.setattr("autoplay.play.find_again.see", unreadable)
    with pytest.raises(UnreadableError, match="beyond the screen"):
        image = desktop.grab(ROOM).pixels
        find_again(image, game.reading.board.topology, 10, game.skin, last)
