"""Reading with a known skin."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import cv2
import numpy as np
import pytest

from autoplay.bench.truth import Screen, load_screens
from autoplay.errors import UnreadableError
from autoplay.game import Board, Label, make_topology
from autoplay.resources import data_folder
from autoplay.vision.align import aligned
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.making import make_skin
from autoplay.vision.match import Matcher
from autoplay.vision.read import Reader, masked_tiles, refine
from autoplay.vision.reading import Reading
from autoplay.vision.see import see
from autoplay.vision.skin import Skin, load_skin
from autoplay.vision.tiles import SIDE

SCREENS = Path(__file__).parent.parent / "fixtures" / "screens"
GAMES = ("kmines", "sgt-mines", "winemine", "xbomb-hex", "xbomb-square", "xbomb-tri", "xdemineur")


def _skin(game: str) -> Skin:
    return load_skin(data_folder("templates") / game)


def _screen(game: str, state: str) -> tuple[Screen, Lattice]:
    screen = next(s for s in load_screens(SCREENS / game) if s.name == state)
    assert screen.truth.lattice is not None
    return screen, aligned(screen.load(), screen.truth.lattice, _skin(game))


@pytest.mark.parametrize("game", GAMES)
def test_shipped_skins_read_every_state_exactly(game: str) -> None:
    skin = _skin(game)
    for screen in load_screens(SCREENS / game):
        assert screen.truth.lattice is not None and screen.truth.board is not None
        image = screen.load()
        reading = Reader(skin, aligned(image, screen.truth.lattice, skin)).read(image)
        assert reading.board.labels == screen.truth.board.labels, screen.name


RARE = Path(__file__).parent.parent / "fixtures" / "rare"


@pytest.mark.parametrize("screen", load_screens(RARE), ids=lambda screen: screen.name)
def test_a_number_that_is_in_doubt_in_an_unknown_game_is_read_in_a_known_one(
    screen: Screen,
) -> None:
    assert screen.truth.board is not None
    with pytest.raises(UnreadableError):
        see(screen.load())
    skin = _skin(Path(screen.name).parent.name)
    assert see(screen.load(), skins=[skin]).reading.board.labels == screen.truth.board.labels


def test_only_what_changed_is_read_again() -> None:
    first, lattice = _screen("xdemineur", "mid1")
    later, _ = _screen("xdemineur", "mid2")
    reader = Reader(_skin("xdemineur"), lattice)
    reader.read(first.load())
    again = reader.read(later.load())
    assert later.truth.board is not None
    assert again.board.labels == later.truth.board.labels


def test_an_unchanged_picture_gives_the_same_reading() -> None:
    screen, lattice = _screen("sgt-mines", "mid1")
    reader = Reader(_skin("sgt-mines"), lattice)
    reading = reader.read(screen.load())
    assert reader.read(screen.load()) is reading


def test_no_more_is_remembered_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of noise every cell is new: 100 pictures of 81 cells are 14 million bytes of them."""
    monkeypatch.setattr("autoplay.vision.read.MEMORY", 1_000_000)
    reader = Reader(_skin("xdemineur"), Lattice(make_topology("square", 9, 9), (12, 12), (24, 24)))
    rng = np.random.default_rng(1)
    tracemalloc.start()
    try:
        for _ in range(100):
            reader.glance(rng.integers(0, 256, (216, 216, 3), np.uint8))
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held < 3_000_000


def test_a_look_the_skin_does_not_have_is_an_error_naming_the_cell() -> None:
    screen, lattice = _screen("sgt-mines", "mid1")
    image = screen.load()
    x, y = (round(value) for value in lattice.center(33))
    image[y - 5 : y + 5, x - 5 : x + 5] = (255, 0, 255)
    with pytest.raises(UnreadableError) as caught:
        Reader(_skin("sgt-mines"), lattice).read(image)
    assert caught.value.cells == (33,)
    assert str(caught.value) == "1 cell does not look like skin 'sgt-mines': 1,3"
    assert caught.value.evidence[0].startswith("cell 1,3: best ")


def test_a_skin_without_a_label_does_not_read_it_as_another() -> None:
    screen, lattice = _screen("xdemineur", "mid1")
    board = screen.truth.board
    assert board is not None
    skin = _skin("xdemineur")
    keep = skin.labels != Label.THREE
    poorer = Skin(skin.name, skin.shape, skin.labels[keep], skin.pictures[keep], skin.limit)
    with pytest.raises(UnreadableError) as caught:
        Reader(poorer, lattice).read(screen.load())
    assert set(caught.value.cells) == set(board.cells(Label.THREE))


def test_refining_adds_new_looks_and_keeps_the_old_ones() -> None:
    screen, lattice = _screen("xdemineur", "mid1")
    skin = _skin("xdemineur")
    reading = Reader(skin, lattice).read(screen.load())
    keep = skin.labels != Label.THREE
    poorer = Skin(skin.name, skin.shape, skin.labels[keep], skin.pictures[keep], skin.limit)
    better = refine(poorer, screen.load(), reading)
    assert Label.THREE in better.known
    assert np.array_equal(better.pictures[: keep.sum()], poorer.pictures)
    again = Reader(better, lattice).read(screen.load())
    assert again.board.labels == reading.board.labels


def test_a_mine_hit_that_is_drawn_almost_like_the_others_keeps_the_look_readable() -> None:
    screen, lattice = _screen("xbomb-square", "lost")
    board = screen.truth.board
    assert board is not None
    labels = bytearray(board.labels)
    labels[next(board.cells(Label.MINE))] = Label.EXPLODED
    exact = np.zeros(len(labels))
    told = Reading(Board(board.topology, bytes(labels), board.mines), lattice, exact, exact)
    before = _skin("xbomb-square")
    skin = refine(before, screen.load(), told)
    assert Label.EXPLODED in skin.known
    assert skin.limit > before.limit / 2
    Reader(skin, lattice).read(screen.load())


def test_labels_that_look_almost_alike_are_read_exactly_once_learned() -> None:
    screen, lattice = _screen("xdemineur", "mid1")
    image, board = screen.load(), screen.truth.board
    assert board is not None
    cells = list(board.cells(Label.COVERED))[:3]
    for shade, cell in enumerate(cells):  # two shades of one label, and between them another one
        x, y = (round(value) for value in lattice.center(cell))
        image[y - 4 : y + 5, x - 4 : x + 5] = 100 + 2 * shade
    labels = bytearray(board.labels)
    labels[cells[0]] = labels[cells[2]] = Label.QUESTION
    exact = np.zeros(len(labels))
    told = Reading(Board(board.topology, bytes(labels), board.mines), lattice, exact, exact)
    skin = refine(_skin("xdemineur"), image, told)
    assert Reader(skin, lattice).read(image).board.labels == bytes(labels)


def test_a_board_outside_the_picture_is_an_error() -> None:
    screen, lattice = _screen("xdemineur", "mid1")
    with pytest.raises(UnreadableError, match="outside"):
        Reader(_skin("xdemineur"), lattice.moved(5000, 0)).read(screen.load())


def test_what_was_believed_stays_where_the_picture_stays() -> None:
    screen, lattice = _screen("sgt-mines", "mid1")
    image = screen.load()
    known = Reader(_skin("sgt-mines"), lattice).read(image)
    strange = image.copy()
    x, y = (round(value) for value in lattice.center(33))
    strange[y - 5 : y + 5, x - 5 : x + 5] = (255, 0, 255)
    reader = Reader(_skin("sgt-mines"), lattice)
    assert reader.glance(strange).labels[33] == Label.UNREADABLE
    reader.believe(known, strange)
    assert reader.read(strange) is known
    assert reader.glance(strange).labels.tobytes() == known.board.labels
    strange[y, x] = 0
    with pytest.raises(UnreadableError) as caught:
        reader.read(strange)
    assert caught.value.cells == (33,)
    assert reader.glance(strange).labels[33] == Label.UNREADABLE


def test_more_mines_than_cells_are_another_board_not_a_wrong_use() -> None:
    screen, lattice = _screen("xdemineur", "mid1")
    with pytest.raises(UnreadableError, match="9999 mines do not fit"):
        Reader(_skin("xdemineur"), lattice, 9999).read(screen.load())


@pytest.mark.parametrize(("width", "level"), [(2, 45), (0, 0), (4, 30)])
def test_neither_a_dot_nor_a_blank_cell_is_one_that_shows_but_a_dash(
    width: int, level: int
) -> None:
    tiles = np.zeros((2, SIDE, SIDE, 3), np.uint8)
    tiles[0, 11:13, 10:14] = 45
    tiles[1, 4:20, 8:16] = 200
    lattice = Lattice(make_topology("square", 1, 2), (10.0, 10.0), (20.0, 20.0))
    skin = make_skin("dashes", lattice, tiles, np.array([Label.COVERED, Label.TWO], np.uint8))
    new = np.zeros_like(tiles[:1])
    new[0, 11:13, 10 : 10 + width] = level
    seen = Matcher(skin).match(np.concatenate([tiles, new]))
    assert (seen.distance < skin.limit).tolist() == [True, True, False]


@pytest.mark.parametrize(("scale", "thick"), [(0.58, 1), (2.0, 3)], ids=["small", "large"])
def test_a_digit_never_seen_passes_for_no_other_however_small_it_is(
    scale: float, thick: int
) -> None:
    pitch, digits = 72, [" ", "1", "2", "3"]
    known = Lattice(make_topology("square", 1, len(digits)), (35.5, 35.5), (pitch, pitch))

    def drawn(text: list[str]) -> Image:
        image = np.full((pitch, pitch * len(text), 3), 128, np.uint8)
        for col, digit in enumerate(text):
            at = (pitch * col + 36 - round(5 * scale), 36 + round(7 * scale))
            font = cv2.FONT_HERSHEY_COMPLEX_SMALL
            cv2.putText(image, digit, at, font, scale, (0, 0, 0), thick, cv2.LINE_AA)
        return image

    labels = np.arange(len(digits), dtype=np.uint8)
    skin = make_skin("digits", known, masked_tiles(drawn(digits), known), labels)
    assert skin.fine == (thick == 1)
    for unseen in "456789":
        with pytest.raises(UnreadableError) as error:
            Reader(skin, known).read(drawn([unseen, *digits[1:]]))
        assert error.value.cells == (0,)
    assert Reader(skin, known).read(drawn(digits)).board.labels == labels.tobytes()


def test_outlines_of_hexagons_are_nothing_that_a_digit_shows() -> None:
    digits = [" ", "1"] * 4
    lattice = Lattice(make_topology("hexagon", 2, 4), (40.5, 40.5), (45.0, 39.0))

    def drawn(text: list[str]) -> Image:
        image = np.full((120, 240, 3), 255, np.uint8)
        for cell, digit in enumerate(text):
            outline = np.round(lattice.polygon(cell)).astype(np.int32)
            color = (200, 120, 40 + 10 * (cell // 2))  # those beside covered cells are another
            cv2.polylines(image, [outline], True, color, 2, cv2.LINE_AA)
            x, y = (round(value) for value in lattice.center(cell))
            at = (x - 5, y + 7)
            font = cv2.FONT_HERSHEY_COMPLEX_SMALL
            cv2.putText(image, digit, at, font, 0.8, (240, 190, 150), 1, cv2.LINE_AA)
        return image

    labels = np.array([0, 1] * 4, np.uint8)
    skin = make_skin("digits", lattice, masked_tiles(drawn(digits), lattice), labels)
    for unseen in "23456789":
        now = masked_tiles(drawn([" ", unseen, *digits[2:]]), lattice)
        seen = Matcher(skin).match(now)
        assert seen.distance[1] > 2 * skin.limit
        assert (seen.distance[2:] <= skin.limit).all()
