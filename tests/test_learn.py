"""Reading without knowing how the game looks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from autoplay.bench.truth import load_screens
from autoplay.errors import UnreadableError
from autoplay.game import Board, Label, Outcome, format_rows, parse_rows
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.learn import learn
from autoplay.vision.learning.rules import Rules

SCREENS = Path(__file__).parent.parent / "fixtures" / "screens"


def _screen(game: str, state: str) -> tuple[Image, Lattice, Board]:
    screen = next(s for s in load_screens(SCREENS / game) if s.name == state)
    assert screen.truth.lattice is not None and screen.truth.board is not None
    return screen.load(), screen.truth.lattice, screen.truth.board


@pytest.mark.parametrize(
    ("game", "state"),
    [
        ("sgt-mines", "lost"),
        ("sgt-mines", "won"),
        ("xbomb-square", "fresh"),
        ("xbomb-square", "mid2"),
        ("xbomb-hex", "flags"),
        ("xbomb-tri-played", "large"),
        ("kmines", "flags"),
        ("xdemineur", "fresh"),
    ],
)
def test_a_game_never_seen_is_read_exactly(game: str, state: str) -> None:
    image, lattice, board = _screen(game, state)
    assert learn(image, lattice).reading.board.labels == board.labels


def test_what_is_learned_reads_the_next_picture() -> None:
    from autoplay.vision.read import Reader

    image, lattice, board = _screen("xbomb-square", "mid1")
    learned = learn(image, lattice)
    later, _, expected = _screen("xbomb-square", "fresh")
    assert Reader(learned.skin, lattice).read(later).board.labels == expected.labels
    assert set(learned.skin.known) == {Label(value) for value in board.labels}


def test_numbers_that_a_lost_game_outlines_stay_what_they_were() -> None:
    from autoplay.play.eyes import GrowingEyes

    image, lattice, before = _screen("xbomb-tri-played", "beforeloss")
    eyes = GrowingEyes(learn(image, lattice).skin, lattice, None)
    last = eyes.read(image, None)
    assert last.board.labels == before.labels
    image, _, after = _screen("xbomb-tri-played", "outlined")
    assert eyes.read(image, last).board.labels == after.labels


def _looks(game: str) -> Iterator[list[str]]:
    """Yield the board of each picture of a game nobody knew before its first one."""
    from autoplay.play.eyes import GrowingEyes
    from autoplay.play.frames import FrameReader
    from autoplay.play.recorded import load_recording

    folder = SCREENS.parent / "learning" / game
    first, frames = load_recording(folder).eyes(1), FrameReader(folder)
    fresh = frames.read()
    eyes = GrowingEyes(learn(fresh, first.lattice).skin, first.lattice, None)
    seen = eyes.read(fresh, None)
    while True:
        yield format_rows(seen.board)
        if not frames.has_next():
            return
        seen = eyes.read(frames.read(), seen)


def test_a_number_nearly_drawn_like_a_known_one_is_that_number() -> None:
    assert [rows[3] for rows in _looks("kmines-green")][-1] == "112221133"


def test_a_zero_whose_neighbours_are_not_drawn_yet_is_no_number() -> None:
    looks = _looks("kmines-half-drawn")
    for _ in range(3):
        assert next(looks)[0].endswith("#")
    with pytest.raises(UnreadableError) as caught:
        next(looks)
    assert caught.value.cells == (8,)


def test_a_lost_game_shows_its_proven_mines_whatever_they_look_like() -> None:
    from autoplay.play.frames import FrameReader
    from autoplay.play.outcome import outcome_of
    from autoplay.play.recorded import load_recording

    recording = load_recording(SCREENS.parent / "learning" / "xdemineur-lost")
    frames, seen, look = FrameReader(recording.folder), None, 0
    while frames.has_next():
        look += 1
        seen = recording.eyes(look).read(frames.read(), seen)
        lost = outcome_of(seen.board) is Outcome.LOST
        assert lost is not frames.has_next()


def test_a_strange_look_is_never_guessed() -> None:
    image, lattice, _ = _screen("sgt-mines", "mid1")
    x, y = (round(value) for value in lattice.center(45))
    noise = np.random.default_rng(5).integers(0, 256, (18, 18, 3), dtype=np.uint8)
    image[y - 9 : y + 9, x - 9 : x + 9] = noise
    with pytest.raises(UnreadableError) as caught:
        learn(image, lattice)
    assert 45 in caught.value.cells


def test_a_mine_total_that_cannot_be_is_an_error() -> None:
    image, lattice, _ = _screen("xbomb-square", "mid2")
    with pytest.raises(UnreadableError, match="450 mines"):
        learn(image, lattice, mines=450)


def _rules(*rows: str) -> tuple[Rules, np.ndarray[tuple[int], np.dtype[np.uint8]]]:
    board = parse_rows(rows)
    return Rules(board.topology), np.frombuffer(board.labels, np.uint8)


def test_a_number_above_its_covered_cells_breaks_the_rules() -> None:
    rules, labels = _rules("2#", "11")
    assert rules.broken(labels).tolist() == [1, 0, 0, 0]


def test_a_number_below_the_mines_shown_breaks_the_rules() -> None:
    rules, labels = _rules("1*", "**")
    assert rules.broken(labels)[0] == 2


def test_a_zero_beside_a_covered_cell_breaks_the_rules() -> None:
    rules, labels = _rules("0#", "11")
    assert rules.broken(labels)[0] == 1


def test_numbers_without_any_layout_are_a_contradiction() -> None:
    rules, labels = _rules("1#2", "1#1")
    assert rules.broken(labels).sum() == 0
    assert rules.contradicts(labels)


def test_numbers_with_a_layout_are_none() -> None:
    rules, labels = _rules("1#1", "1#1")
    assert not rules.contradicts(labels)


def test_flags_may_be_wrong_and_constrain_nothing() -> None:
    rules, labels = _rules("1F", "FF")
    assert not rules.contradicts(labels)
