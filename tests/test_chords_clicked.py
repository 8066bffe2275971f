"""A chord on the screen: one left click, whose cells are awaited, and which a game may not know."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import pytest

from autoplay.bench.known_looks import library_for
from autoplay.desktop.ports import Region
from autoplay.desktop.virtual import Monitor, VirtualDesktop, make_virtual_desktop
from autoplay.desktop.virtual.delivery import Delivery
from autoplay.desktop.virtual.windows import Target
from autoplay.game import UNOPENED, Action, Board, Cell, Label, Level, Verb, parse_board
from autoplay.play.board_on_screen import find_game
from autoplay.play.chords import Chords, changed_by
from autoplay.play.clicked import LastClicks
from autoplay.play.events import Result
from autoplay.play.eyes import GrowingEyes
from autoplay.play.follows import without_effect
from autoplay.play.found_game import screen_game
from autoplay.play.manner import Manner
from autoplay.play.pace import EFFECT_SECONDS, OVERDUE, Tempo
from autoplay.play.recorded import load_recording
from autoplay.play.recording import Recorder
from autoplay.play.replay import replay
from autoplay.play.screen_game import ScreenGame
from autoplay.play.session import Session
from autoplay.policy import make_policy
from autoplay.vision.lattice import Image
from autoplay.vision.reading import Reading

ROOM = Region(0, 0, 400, 400)


class Desk:
    """A game after its first click, with flags around a number beside several free cells."""

    def __init__(self, *, left_chords: bool = True) -> None:
        self.desktop: VirtualDesktop = make_virtual_desktop(
            Level(9, 9, 10),
            "square",
            "classic",
            1,
            pitch=24,
            monitors=(Monitor(ROOM),),
            left_chords=left_chords,
        )
        machine = self.desktop.machine()
        found = find_game(machine, library_for("classic", "square", 24), ROOM, mines=10)
        self.game: ScreenGame = screen_game(machine, found, Tempo(200, settle=0.004))
        self.game.board()
        self.game.perform([Action(Verb.OPEN, Cell(40))])
        self.chord = Action(Verb.CHORD, self._number(self.game.board()))
        self.game.perform([Action(Verb.FLAG, cell) for cell in self.mines])
        self.board = self.game.board()
        self.clicks = self.game.clicks

    def _number(self, board: Board) -> Cell:
        around = board.topology.neighbors
        return next(
            Cell(cell)
            for cell, label in enumerate(board.labels)
            if 0 < label < 9 and sum(board[c] is Label.COVERED for c in around[cell]) > label + 1
        )

    @property
    def mines(self) -> list[Cell]:
        """The mines around the number."""
        minefield = self.desktop.game.game.minefield
        assert minefield is not None
        around = minefield.topology.neighbors[self.chord.cell]
        return [cell for cell in around if cell in minefield.mines]

    def free_elsewhere(self) -> list[Cell]:
        """Covered cells without mines that the chord does not open."""
        minefield = self.desktop.game.game.minefield
        assert minefield is not None
        chorded = minefield.mines.union(changed_by(self.chord, self.board))
        return [cell for cell in self.board.cells(Label.COVERED) if cell not in chorded]

    def person_clicks(self, cell: Cell, button: str) -> None:
        """Let the game feel a click of the person's, and show it."""
        self.desktop.deliver(self.desktop.game, Target.CELL, cell, button)
        self.desktop.sleep(0.1)


def test_a_chord_is_one_left_click_that_opens_the_rest_around_its_number() -> None:
    desk = Desk()
    cells = changed_by(desk.chord, desk.board)
    assert len(cells) > 1
    assert desk.game.perform([desk.chord]).kept == [desk.chord]
    board = desk.game.board()
    assert not any(board[cell] in UNOPENED for cell in cells)
    assert desk.game.clicks == desk.clicks + 1
    assert desk.desktop.clicks[-1].button == "left"


def test_a_chord_is_awaited_until_all_its_cells_show() -> None:
    before, some, all_of_them = (
        parse_board(text, 1) for text in ("11#\n1F#\n1##", "111\n1F#\n1##", "111\n1F1\n111")
    )
    chord = Action(Verb.CHORD, Cell(1))
    assert without_effect(some, before, [chord]) == [chord]
    assert without_effect(all_of_them, some, [chord]) == []


def test_a_chord_is_not_made_once_a_flag_of_its_number_is_gone() -> None:
    desk = Desk()
    desk.person_clicks(desk.mines[0], "right")
    assert not desk.game.perform([desk.chord]).actions
    assert desk.game.clicks == desk.clicks


def test_a_chord_is_not_made_once_all_its_cells_are_open() -> None:
    desk = Desk()
    for cell in changed_by(desk.chord, desk.board):
        desk.person_clicks(cell, "left")
    assert not desk.game.perform([desk.chord]).actions
    assert desk.game.clicks == desk.clicks


def test_a_chord_without_effect_is_waited_for_and_neither_repeated_nor_called_lost() -> None:
    desk = Desk(left_chords=False)
    tempo, settle = desk.game.pace.tempo, desk.game.pace.settle
    began = desk.desktop.now()
    assert desk.game.perform([desk.chord]).kept == [desk.chord]
    assert desk.game.board() == desk.board
    assert desk.desktop.now() - began > EFFECT_SECONDS
    assert desk.game.clicks == desk.clicks + 1
    assert (desk.game.pace.tempo, desk.game.pace.settle) == (tempo, settle)
    began = desk.desktop.now()
    assert desk.game.board() == desk.board
    assert desk.desktop.now() - began < EFFECT_SECONDS / 2


def test_a_click_lost_beside_a_chord_without_effect_is_made_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = Desk(left_chords=False)
    lost = iter([True, True])
    monkeypatch.setattr(Delivery, "delays", lambda self: [] if next(lost, False) else [0.0])
    cell = desk.free_elsewhere()[0]
    desk.game.perform([desk.chord, Action(Verb.OPEN, cell)])
    assert desk.game.board()[cell] not in UNOPENED
    assert desk.game.clicks == desk.clicks + 3


def test_a_chord_without_effect_counts_as_made_among_other_clicks() -> None:
    desk = Desk(left_chords=False)
    opens = [Action(Verb.OPEN, cell) for cell in desk.free_elsewhere()]
    made = desk.game.perform([desk.chord, *opens])
    when = {click.cell: click.seconds for click in desk.desktop.clicks}
    waited = desk.desktop.clicks[-1].seconds - when[desk.chord.cell]
    assert waited > OVERDUE * desk.game.pace.tempo.settle
    assert desk.chord in made.kept


@pytest.fixture
def expected(monkeypatch: pytest.MonkeyPatch) -> list[list[Cell]]:
    """On which cells the eyes are told to expect new looks, read by read; no glimpse will do."""
    told, read = list[list[Cell]](), GrowingEyes.read

    def seen(
        eyes: GrowingEyes,
        image: Image,
        previous: Reading | None,
        clicked: Collection[Cell] = (),
        *,
        leave: bool = False,
    ) -> Reading:
        told.append(list(clicked))
        return read(eyes, image, previous, clicked, leave=leave)

    monkeypatch.setattr(GrowingEyes, "read", seen)
    monkeypatch.setattr(GrowingEyes, "glimpse", lambda eyes, image, previous, clicked: None)
    return told


def test_new_looks_are_expected_on_the_cells_of_a_chord(expected: list[list[Cell]]) -> None:
    desk = Desk()
    expected.clear()
    desk.game.perform([desk.chord])
    cells = changed_by(desk.chord, desk.board)
    desk.game.board()
    assert expected == [cells]


def test_a_replay_expects_new_looks_where_play_did(
    expected: list[list[Cell]], tmp_path: Path
) -> None:
    desk = Desk()
    recorder = Recorder(desk.game, tmp_path / "game")
    session = Session(
        desk.game,
        make_policy("lowest_risk"),
        desk.desktop.now,
        Manner(flags=True),
        [recorder],
        chords=Chords(works=True),
    )
    assert session.run().result is Result.WON
    recording = load_recording(tmp_path / "game")
    played = expected[-len(recording.looks) :]
    expected.clear()
    assert replay(recording).is_same
    assert [sorted(cells) for cells in expected[1:]] == [sorted(cells) for cells in played[1:]]


def test_what_shows_of_a_chord_beneath_a_cover_is_told_of_each_of_its_cells() -> None:
    before = parse_board("0111\n02F#\n02##\n01##", 2)
    clicks = LastClicks(make_virtual_desktop().machine().clock)
    clicks.made(Action(Verb.CHORD, Cell(1)), 0.0, 0.6)
    assert clicks.cells(before) == []
    clicks.made(Action(Verb.CHORD, Cell(2)), 0.0, 0.6)
    assert clicks.cells(before) == [Cell(7)]
    labels = before.with_labels({Cell(7): Label.TWO}).labels
    clicks.notice(labels, before)
    assert clicks.beneath.opened == {7}
