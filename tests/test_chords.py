"""Chords: which ones open what is safe with the fewest clicks, and whether a game takes them."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from pathlib import Path

import pytest

from autoplay.bench.known_looks import library_for
from autoplay.desktop.ports import Region
from autoplay.desktop.virtual import Monitor, make_virtual_desktop
from autoplay.errors import DisprovedError
from autoplay.game import (
    Action,
    Board,
    Cell,
    FirstClick,
    Game,
    Label,
    Level,
    Outcome,
    Shape,
    Verb,
    make_topology,
    parse_board,
)
from autoplay.play.analysis import analysis_of
from autoplay.play.board_on_screen import find_game
from autoplay.play.chords import Chords, chords_for, spelled_out
from autoplay.play.events import Acted, AnyEvent, Listener, Result
from autoplay.play.found_game import screen_game
from autoplay.play.manner import Manner
from autoplay.play.pace import Tempo
from autoplay.play.recorded import load_recording
from autoplay.play.recording import Recorder
from autoplay.play.replay import replay
from autoplay.play.session import Session
from autoplay.policy import make_policy

POLICY = make_policy("lowest_risk")
ROOM = Region(0, 0, 800, 600)


def _opens(cells: Iterable[int]) -> list[Action]:
    return [Action(Verb.OPEN, Cell(cell)) for cell in cells]


def _told(board: Board, actions: Iterable[Action]) -> list[str]:
    return [action.format(board.topology) for action in actions]


def _chords(text: str) -> list[str]:
    """The chords where every flag is proven, and everything covered is safe."""
    board = parse_board(text)
    safe, marked = set(board.cells(Label.COVERED)), set(board.cells(Label.FLAG))
    return _told(board, chords_for(board, safe, marked))


@pytest.mark.parametrize("shape", Shape)
def test_a_chord_opens_the_neighbours_of_the_tiling(shape: Shape) -> None:
    topology = make_topology(shape, 5, 9)
    number = topology.cell(2, 4)
    mine, *free = topology.neighbors[number]
    labels = bytearray([Label.COVERED]) * len(topology)
    labels[number], labels[mine] = Label.ONE, Label.FLAG
    board = Board(topology, bytes(labels), 1)
    chords = chords_for(board, set(free), {mine})
    assert chords == [Action(Verb.CHORD, number)]
    assert spelled_out(chords, board) == _opens(free)


@pytest.mark.parametrize(
    ("text", "chords"),
    [
        ("F####\n#1#1#\n####F", ["chord 1,1", "chord 1,3"]),
        ("#F#1\n#111\n####", ["chord 1,1"]),  # what it leaves of the other one is a single cell
        ("F###F#F##\n#1#1###2#\n######F##", ["chord 1,1", "chord 1,7", "chord 1,3"]),
        ("F##\n#2#\n##F", ["chord 1,1"]),
        ("F##\n#3#\n##F", []),  # a mine of its own carries no flag
        ("F##\n#1#\n##F", []),  # one flag too many
        ("F#?\n#1#\n###", []),  # something in doubt
        ("F#Q\n#1#\n###", []),  # some games open what carries a question mark, others do not
        ("F11\n11#\n111", []),  # one cell
    ],
)
def test_the_chords_that_open_most_are_made_and_none_that_saves_nothing(
    text: str, chords: list[str]
) -> None:
    assert _chords(text) == chords


def test_no_chord_is_made_beside_a_cell_that_is_not_to_be_opened() -> None:
    board = parse_board("F##\n#1#\n###")
    safe, marked = set(board.cells(Label.COVERED)), {Cell(0)}
    assert chords_for(board, safe, marked)
    assert not chords_for(board, safe - {Cell(8)}, marked)


@pytest.mark.parametrize(
    ("text", "clicks"),
    [
        ("F1##\n11##", ["chord 0,1"]),
        ("#1##\n11##", ["open 0,2", "open 1,2"]),  # the flag is to be set first
        ("F1F#\n11##", ["open 0,2", "open 1,2"]),  # a flag on a cell that is no mine
    ],
)
def test_a_chord_rests_on_flags_that_stand_and_are_proven(text: str, clicks: list[str]) -> None:
    board = parse_board(text)
    moves = _opens(sorted(analysis_of(board).safe))
    assert _told(board, Chords(works=True).clicks(board, moves)) == clicks


def test_a_flag_that_may_be_wrong_is_no_ground_for_a_chord() -> None:
    board = parse_board("F##\n#1#\n###", 1)
    moves = _opens(board.cells(Label.COVERED))
    assert Chords(works=True).clicks(board, moves) == moves


BEFORE = parse_board("F1##\n11##")
HALF_OPEN, OPEN, FLOODED, ANOTHER = (
    parse_board(text) for text in ("F11#\n11##", "F11#\n111#", "F110\n1110", "F1#1\n11##")
)


def _after(works: bool | None, *boards: Board) -> bool | None:
    """What is known of chords once one was made and these boards were seen."""
    chords, before = Chords(works), BEFORE
    chords.made([Action(Verb.CHORD, Cell(1))], before)
    for board in boards:
        chords.see(before, board)
        before = board
    return chords.works


@pytest.mark.parametrize(
    ("works", "boards", "then"),
    [
        (None, [OPEN], True),
        (None, [FLOODED], None),  # another click may have opened an area there
        (None, [HALF_OPEN], None),
        (None, [HALF_OPEN, OPEN], True),
        (None, [HALF_OPEN, HALF_OPEN], False),
        (None, [ANOTHER], None),  # what was clicked beside it is open, and it may come yet
        (None, [BEFORE], False),
        (True, [BEFORE], None),  # the click may have been lost
    ],
)
def test_whether_chords_work_is_told_by_the_looks_after_one(
    works: bool | None, boards: list[Board], then: bool | None
) -> None:
    assert _after(works, *boards) is then


def test_one_is_tried_at_a_time_until_it_is_known_whether_they_work() -> None:
    board = parse_board("F1###1F\n11###11")
    moves = _opens([2, 9, 4, 11])
    assert len(Chords(works=True).clicks(board, moves)) == 2
    chords = Chords()
    clicks = chords.clicks(board, moves)
    assert _told(board, clicks) == ["chord 0,1", "open 0,4", "open 1,4"]
    chords.made(clicks, board)
    assert chords.clicks(board, moves) == moves
    chords.begin()
    assert chords.clicks(board, moves) == clicks
    assert Chords(works=False).clicks(board, moves) == moves


@pytest.mark.parametrize(
    ("works", "clicks"),
    [
        (True, ["flag 0,0", "open 0,4", "open 1,4"]),
        (None, ["flag 0,0", "open 0,2", "open 0,4", "open 1,2", "open 1,4"]),
        (False, ["flag 0,0", "open 0,2", "open 0,4", "open 1,2", "open 1,4"]),
    ],
)
def test_what_a_chord_will_open_once_flags_show_is_left_for_it(
    works: bool | None, clicks: list[str]
) -> None:
    board = parse_board("#1#1#\n11#1#")
    moves = [Action(Verb.FLAG, Cell(0)), *_opens([2, 4, 7, 9])]
    assert _told(board, Chords(works).clicks(board, moves, frozenset({Cell(0)}))) == clicks


def test_a_chord_made_in_one_game_is_not_awaited_in_the_next() -> None:
    chords, moves = Chords(), _opens([2, 6])
    chords.made([Action(Verb.CHORD, Cell(1))], BEFORE)
    assert chords.clicks(BEFORE, moves) == moves
    game = Game(BEFORE.topology, 2)
    Session(game, POLICY, lambda: 0.0, Manner(dry_run=True), chords=chords).run()
    assert chords.clicks(BEFORE, moves) == [Action(Verb.CHORD, Cell(1))]


class _Mined(Game):
    """A game that was misread: what a chord opens is a mine."""

    def _chord(self, cell: Cell) -> None:
        around = self.board().topology.neighbors[cell]
        self._lose([other for other in around if self.board()[other] is Label.COVERED])


def test_a_mine_that_a_chord_opens_is_told_as_one_that_could_not_be_there() -> None:
    with pytest.raises(DisprovedError, match=r"^the game is lost: open \d,\d, open \d,\d"):
        _played(_Mined, 1, Chords(works=True), flags=True)


class _WithoutChords(Game):
    """A game that knows no chords."""

    def _chord(self, cell: Cell) -> None:
        pass


def _played(kind: type[Game], seed: int, chords: Chords, *, flags: bool) -> tuple[int, list[str]]:
    """The clicks of a game of triangles that is won, and the actions that were told."""
    topology = make_topology("triangle", 9, 9)
    game = kind(topology, 8, FirstClick.OPENING, random.Random(seed))
    events = list[AnyEvent]()
    session = Session(
        game, POLICY, lambda: 0.0, Manner(flags=flags), [events.append], chords=chords
    )
    assert session.run().result is Result.WON
    return game.clicks, _told_in(events)


def _told_in(events: list[AnyEvent]) -> list[str]:
    return [action for event in events if isinstance(event, Acted) for action in event.actions]


def _chorded(told: list[str]) -> list[str]:
    return [action for action in told if action.startswith("chord")]


def test_a_game_with_flags_takes_fewer_clicks_with_chords() -> None:
    with_chords, without = Chords(), Chords(works=False)
    for seed in (1, 2):
        clicks, told = _played(Game, seed, with_chords, flags=True)
        assert _chorded(told)
        assert clicks < _played(Game, seed, without, flags=True)[0]
    assert with_chords.works


def test_no_flag_is_set_to_save_clicks() -> None:
    _, told = _played(Game, 1, Chords(works=True), flags=False)
    assert all(action.startswith("open") for action in told)


def test_no_chord_is_made_once_it_is_known_that_none_works() -> None:
    chords = Chords()
    _, told = _played(_WithoutChords, 1, chords, flags=True)
    assert _chorded(told)
    assert chords.works is False
    _, told = _played(_WithoutChords, 2, chords, flags=True)
    assert not _chorded(told)


@pytest.mark.parametrize("left_chords", [True, False])
def test_whether_a_game_on_the_screen_has_chords_is_learned_in_play(
    left_chords: bool, tmp_path: Path
) -> None:
    chords, made = Chords(), list[str]()
    for seed in (1, 4):
        desktop = make_virtual_desktop(
            Level(9, 9, 10),
            seed=seed,
            pitch=24,
            monitors=(Monitor(ROOM),),
            left_chords=left_chords,
        )
        machine = desktop.machine()
        found = find_game(machine, library_for("classic", "square", 24), ROOM, mines=10)
        game = screen_game(machine, found, Tempo(200, settle=0.004))
        events, folder = list[AnyEvent](), tmp_path / f"game-{seed}"
        listeners: list[Listener] = [Recorder(game, folder), events.append]
        Session(game, POLICY, machine.clock.now, Manner(flags=True), listeners, chords=chords).run()
        made += _chorded(_told_in(events))
        assert desktop.game.game.outcome is Outcome.WON
        assert game.pace.tempo.too_fast == math.inf
        assert {click.button for click in desktop.clicks} == {"left", "right"}
        assert replay(load_recording(folder)).is_same
    assert chords.works is left_chords
    assert (len(made) > 2) if left_chords else (len(made) == 1)
