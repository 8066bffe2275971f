"""Looks that come up in play: a known number drawn once more, and marks that end a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import NoReturn

import cv2
import numpy as np
import pytest

from autoplay.bench.known_looks import library_for, true_lattice
from autoplay.desktop.ports import Region
from autoplay.desktop.virtual import GameWindow, Monitor, VirtualDesktop, make_virtual_desktop
from autoplay.errors import UnreadableError
from autoplay.game import MAX_NUMBER, Action, Board, Cell, Label, Level, Outcome, Verb
from autoplay.play.eyes import GrowingEyes
from autoplay.play.outcome import outcome_after, outcome_of
from autoplay.vision.lattice import Image
from autoplay.vision.learn import Appearance
from autoplay.vision.learning.known import Known
from autoplay.vision.read import Reader
from autoplay.vision.reading import Reading

ROOM = Region(0, 0, 480, 560)


def _no_network(*arguments: object, **options: object) -> NoReturn:
    raise UnreadableError("the networks were asked")


def _told(monkeypatch: pytest.MonkeyPatch) -> list[Known]:
    """Return what learning will be told of each picture; it learns none."""
    told: list[Known] = []

    def learn(appearance: Appearance, mines: int, known: Known) -> NoReturn:
        told.append(known)
        raise UnreadableError("not learned here")

    monkeypatch.setattr("autoplay.play.attempts.learn_from", learn)
    return told


def _game() -> tuple[GrowingEyes, VirtualDesktop, Image, Image]:
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
    return eyes, desktop, fresh, desktop.grab(ROOM).pixels


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
    monkeypatch.setattr("autoplay.play.attempts.appearance_of", _no_network)

    def make(share: float) -> Drawn:
        eyes, desktop, fresh, opened = _game()
        window = desktop.game
        last = eyes.read(fresh, None)
        _paint_like(opened, window, Label.ZERO, share)
        return eyes, window, opened, last

    return make


def test_a_number_drawn_a_little_differently_is_read_without_a_network(
    drawn: Callable[[float], Drawn],
) -> None:
    eyes, window, opened, last = drawn(0.07)
    assert eyes.glimpse(opened, None) is None
    seen = eyes.glimpse(opened, last)
    assert seen is not None
    assert seen.board.labels == bytes(window.shown)
    assert eyes.read(opened, last).board.labels == bytes(window.shown)


def test_a_number_drawn_a_little_differently_is_learned_when_there_is_time(
    drawn: Callable[[float], Drawn],
) -> None:
    eyes, window, opened, last = drawn(0.07)
    skin, lattice = eyes.skin, true_lattice(window)
    eyes.read(opened, last)
    assert eyes.glimpse(_game()[2], None) is not None  # what is seen since teaches nothing of it
    assert eyes.skin is skin
    with pytest.raises(UnreadableError):
        Reader(skin, lattice).read(opened)
    eyes.learn()
    assert Reader(eyes.skin, lattice).read(opened).board.labels == bytes(window.shown)
    skin = eyes.skin
    eyes.learn()
    assert eyes.skin is skin


def test_a_picture_after_an_opened_one_is_not_compared_with_it(
    drawn: Callable[[float], Drawn], monkeypatch: pytest.MonkeyPatch
) -> None:
    eyes, window, opened, last = drawn(0.07)
    reading = eyes.read(opened, last)
    compared = list[Image]()
    monkeypatch.setattr(
        "autoplay.play.eyes.aligned_to_change", lambda *pictures: compared.append(pictures[1])
    )
    _paint_like(opened, window, Label.COVERED, 0.45)
    with pytest.raises(UnreadableError):
        eyes.read(opened, reading)
    assert not compared


def test_a_number_half_way_to_another_label_is_left_to_the_networks(
    drawn: Callable[[float], Drawn],
) -> None:
    eyes, _, opened, last = drawn(0.45)
    with pytest.raises(UnreadableError, match="networks"):
        eyes.read(opened, last)


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> tuple[Board, Board, Cell, Cell]:
    """A board before its last free cell is opened, and as read where the game then marks its mines
    like nothing known; that cell, and one of the mines."""
    monkeypatch.setattr("autoplay.play.attempts.learn_from", _no_network)
    eyes, desktop, _, _ = _game()
    window = desktop.game
    minefield = window.game.minefield
    assert minefield is not None
    numbers, mines = minefield.numbers.copy(), list(minefield.mines)
    last = next(
        Cell(cell)
        for cell, beside in enumerate(window.style.topology.neighbors)
        if cell not in mines and all(numbers[other] or other in mines for other in beside)
    )
    numbers[mines] = Label.COVERED
    closed = numbers.copy()
    closed[last] = Label.COVERED
    window.repaint(labels=closed.tobytes())
    before = eyes.read(desktop.grab(ROOM).pixels, None)
    window.repaint(labels=numbers.tobytes())
    picture = desktop.grab(ROOM).pixels
    for cell in mines:
        x, y = (round(v) for v in true_lattice(window).center(cell))
        picture[y - 6 : y + 6, x - 6 : x + 6] = (200, 40, 220, 255)
    return before.board, eyes.read(picture, before).board, last, mines[0]


def test_a_game_is_won_when_all_that_is_in_doubt_are_the_mines(
    ended: tuple[Board, Board, Cell, Cell],
) -> None:
    before, now, last, _ = ended
    assert now.labels.count(Label.FLAG) == 10
    assert outcome_after(before, [Action(Verb.OPEN, last)], now) is Outcome.WON


def test_a_game_is_lost_when_what_was_clicked_is_one_of_them(
    ended: tuple[Board, Board, Cell, Cell],
) -> None:
    before, now, _, mine = ended
    assert outcome_after(before, [Action(Verb.OPEN, mine)], now) is Outcome.LOST


def test_what_was_open_is_what_it_was_where_a_lost_game_outlines_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = _told(monkeypatch)
    eyes, desktop, _, opened = _game()
    window = desktop.game
    before = eyes.read(opened, None)
    minefield = window.game.minefield
    assert minefield is not None
    shown = bytearray(window.shown)
    for mine in minefield.mines:
        shown[mine] = Label.MINE
    window.repaint(labels=bytes(shown))
    picture = desktop.grab(ROOM).pixels
    numbers = [cell for cell, label in enumerate(shown) if Label.ZERO < label <= MAX_NUMBER]
    for cell in numbers:
        x, y = (round(v) for v in true_lattice(window).center(cell))
        cv2.rectangle(picture, (x - 9, y - 9), (x + 9, y + 9), (40, 230, 60, 255), 2)
    assert set(numbers) <= set(np.flatnonzero(eyes.labels(picture) == np.uint8(Label.UNREADABLE)))
    assert eyes.read(picture, before).board.labels == bytes(shown)
    assert not told, "mines show as they are known to: nothing more need be learned"


@pytest.mark.parametrize("hit", [False, True])
def test_marks_that_could_be_flags_or_mines_end_a_game_that_leaves_nothing_covered(
    hit: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    eyes, desktop, _, opened = _game()
    window = desktop.game
    before = eyes.read(opened, None)
    opened_before = before.board.labels
    minefield = window.game.minefield
    assert minefield is not None
    odd = min(minefield.mines)
    shown = bytearray(minefield.numbers.tolist())
    for mine in minefield.mines:
        shown[mine] = Label.MINE

    def learn(appearance: Appearance, mines: int, known: Known) -> SimpleNamespace:
        if not known.is_over:
            raise UnreadableError("10 cells could be flags or mines")
        misnamed = bytearray(shown)
        misnamed[opened_before.index(Label.ONE)] = Label.EXPLODED  # what was known stays
        misnamed[odd] = Label.EXPLODED  # a flag that is drawn like no other, where none was hit
        board = Board(appearance.lattice.topology, bytes(misnamed), mines)
        return SimpleNamespace(reading=replace(before, board=board))

    monkeypatch.setattr("autoplay.play.attempts.learn_from", learn)
    window.repaint(labels=bytes(shown))
    picture = desktop.grab(ROOM).pixels
    new = next(
        Cell(c) for c, was in enumerate(opened_before) if was > MAX_NUMBER and 0 < shown[c] < 9
    )
    for mine in (*minefield.mines, new):
        x, y = (round(v) for v in true_lattice(window).center(mine))
        picture[y - 6 : y + 6, x - 6 : x + 6] = (200, 40, 220, 255)
    skin = eyes.skin
    seen = eyes.read(picture, before, [odd if hit else new])
    if hit:
        shown[odd] = Label.EXPLODED
    assert seen.board.labels == bytes(shown)
    assert eyes.skin is skin


def test_a_cell_that_was_closed_and_looks_nearly_like_a_number_has_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = _told(monkeypatch)
    monkeypatch.setattr("autoplay.play.eyes.drawn_once_more", lambda glance, previous: None)
    eyes, desktop, fresh, opened = _game()
    before = eyes.read(fresh, None)
    cell = _paint_like(opened, desktop.game, Label.ZERO, 0.07)
    with pytest.raises(UnreadableError):
        eyes.read(opened, before)
    assert np.flatnonzero(told[0].changed).tolist() == [cell]


def test_what_a_neighbour_draws_at_a_cells_side_leaves_it_what_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = _told(monkeypatch)
    eyes, desktop, _, opened = _game()
    assert eyes.glimpse(opened, None) is not None
    before = eyes.read(opened, None)
    labels = before.board.labels
    number = next(c for c, label in enumerate(labels) if Label.ZERO < label <= MAX_NUMBER)
    covered = labels.index(Label.COVERED)
    picture = opened.copy()
    for cell in (number, covered):
        x, y = (round(v) for v in true_lattice(desktop.game).center(cell))
        picture[y + 8 : y + 12, x - 12 : x + 12] = (40, 230, 60, 255)
    with pytest.raises(UnreadableError):
        eyes.read(picture, before)
    assert told[0].labels[number] == labels[number]
    assert np.flatnonzero(told[0].steady).tolist() == [covered]


def test_cells_of_more_looks_than_a_skin_keeps_are_what_was_learned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("autoplay.vision.making.MAX_VARIANTS", 1)
    eyes, desktop, fresh, opened = _game()
    noise = np.random.default_rng(4).integers(-70, 71, opened.shape)
    noise[: len(noise) // 2] = 0
    noisy = np.clip(opened + noise, 0, 255).astype(np.uint8)
    labels = bytes(desktop.game.shown)

    def learn(appearance: Appearance, mines: int, known: Known) -> SimpleNamespace:
        lattice, nothing = appearance.lattice, np.zeros(81)
        board = Board(lattice.topology, labels, mines)
        return SimpleNamespace(reading=Reading(board, lattice, nothing, nothing))

    monkeypatch.setattr("autoplay.play.attempts.learn_from", learn)
    monkeypatch.setattr("autoplay.play.attempts.require_uncovered", lambda image, lattice: None)
    before = eyes.read(fresh, None)
    now = eyes.read(noisy, before)
    assert now.board.labels == labels
    assert eyes.read(noisy, now) is now


def test_a_board_beneath_a_veil_shows_what_the_message_over_it_leaves() -> None:
    eyes, desktop, fresh, opened = _game()
    before = eyes.read(fresh, None)
    labels = list(eyes.read(opened, before).board.labels)
    lattice = true_lattice(desktop.game)
    veiled = (opened[..., :3] * 0.35 + 12).astype(np.uint8)
    x, y = lattice.center(Cell(40))
    veiled[int(y) - 32 : int(y) + 32, int(x) - 56 : int(x) + 56] = 200
    hidden = (np.abs(lattice.centers - (x, y)) < (72, 48)).all(axis=-1)
    expected = np.where(hidden, np.uint8(Label.UNREADABLE), labels)
    assert eyes.labels(veiled) == expected.tolist()


def test_a_screen_that_shrank_in_mid_game_hides_the_cells_that_lie_outside_it() -> None:
    eyes, _desktop, fresh, opened = _game()
    eyes.read(opened, eyes.read(fresh, None))
    left, top, right, bottom = eyes.lattice.box
    shrunk = np.zeros_like(opened[: (top + bottom) // 2, : (left + right) // 2])
    assert set(eyes.labels(shrunk)) == {Label.UNREADABLE}


def test_mines_shown_beneath_a_veil_are_a_lost_game() -> None:
    eyes, desktop, fresh, opened = _game()
    before = eyes.read(opened, eyes.read(fresh, None))
    board, lattice = before.board, true_lattice(desktop.game)
    minefield = desktop.game.game.minefield
    assert minefield is not None
    mines = [cell for cell in minefield.mines if board[cell] is Label.COVERED]
    lost = opened[..., :3].copy()
    for cell in mines:
        x, y = lattice.center(cell)
        cv2.circle(lost, (round(x), round(y)), 6, (20, 20, 20), cv2.FILLED)
    veiled = (lost * 0.6 + 30).astype(np.uint8)
    shown = eyes.read(veiled, before, mines[:1]).board
    assert set(shown.cells(Label.MINE)) <= set(mines)
    assert outcome_of(shown) is Outcome.LOST
    with pytest.raises(UnreadableError):  # a veil alone tells nothing
        eyes.read((opened[..., :3] * 0.6 + 30).astype(np.uint8), before, mines[:1])
