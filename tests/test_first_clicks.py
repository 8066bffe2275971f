"""What a game promises of the first click is learned while playing, and then made use of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import numpy as np
import pytest

from autoplay.calibration import FirstClicks, Library, Profile, read_profile, write_profile
from autoplay.cli import play_games as playing
from autoplay.cli.plan import Plan
from autoplay.cli.play_games import play_games
from autoplay.desktop.ports import Point, Region
from autoplay.desktop.virtual import Monitor, make_virtual_desktop
from autoplay.desktop.virtual.windows import PlainWindow
from autoplay.errors import (
    Beneath,
    LostBoardError,
    ProfileError,
    UnreadableError,
    VisionError,
)
from autoplay.game import (
    Action,
    Board,
    Cell,
    Done,
    FirstClick,
    Label,
    Shape,
    Topology,
    make_topology,
    parse_board,
)
from autoplay.game.topology import Variant
from autoplay.play.board_on_screen import find_game
from autoplay.play.events import Acted, Click, Clicked, Finished, Looked, Result
from autoplay.play.first_clicks import FirstClickCounter
from autoplay.play.session import Session
from autoplay.policy import Premises, make_policy, on_premises
from autoplay.policy.first_click import best_first_click

ROOM = Region(0, 0, 640, 600)
BEGINNER = parse_board("\n".join(["#" * 9] * 9), 10)


def _clicks(label: Label, count: int) -> FirstClicks:
    counted = FirstClicks()
    for _ in range(count):
        counted = counted.after(BEGINNER, Cell(0), label)
    return counted


@pytest.mark.parametrize(
    ("label", "count", "rule"),
    [
        (Label.ZERO, 11, None),  # (71 / 81) ** (3 * 11) = 0.013
        (Label.ZERO, 12, FirstClick.OPENING),
        (Label.ONE, 34, None),  # (71 / 81) ** 34 = 0.011
        (Label.ONE, 35, FirstClick.SAFE),
        (Label.EXPLODED, 1, FirstClick.UNPROTECTED),
        (Label.FLAG, 50, None),
    ],
)
def test_a_promise_is_believed_once_luck_is_unlikely(
    label: Label, count: int, rule: FirstClick | None
) -> None:
    assert _clicks(label, count).rule is rule


def test_one_number_takes_the_promise_of_an_opening_back() -> None:
    many = _clicks(Label.ZERO, 40).after(BEGINNER, Cell(0), Label.TWO)
    assert many.rule is FirstClick.SAFE
    assert many.after(BEGINNER, Cell(0), Label.MINE).rule is FirstClick.UNPROTECTED


@dataclass
class _Reading:
    board: Board


@dataclass
class _Game:
    """Stands in for a game on the screen: only its last reading is looked at."""

    reading: _Reading = field(default_factory=lambda: _Reading(BEGINNER))

    def show(self, counter: FirstClickCounter, board: Board) -> None:
        self.reading = _Reading(board)
        counter(Looked(board=[], covered=0, mines_left=None))


@pytest.mark.parametrize(
    ("before", "actions", "after", "openings"),
    [
        (BEGINNER, ["open 0,0"], parse_board("0" * 9 + "\n#########" * 8, 10), 1),
        (BEGINNER, ["open 0,0", "open 1,1"], parse_board("0" * 9 + "\n#########" * 8, 10), 0),
        (parse_board("0" * 9 + "\n#########" * 8, 10), ["open 8,8"], BEGINNER, 0),
        (parse_board("\n".join(["#" * 9] * 9)), ["open 0,0"], parse_board("0" * 9), 0),
    ],
)
def test_only_single_clicks_on_fresh_boards_of_known_mines_count(
    before: Board, actions: list[str], after: Board, openings: int
) -> None:
    game = _Game()
    counter = FirstClickCounter(game, FirstClicks())  # type: ignore[arg-type]
    game.show(counter, before)
    counter(Acted(actions=actions))
    game.show(counter, after)
    assert counter.counted.openings == openings
    game.show(counter, after)
    assert counter.counted.openings == openings


def test_a_first_click_that_was_not_made_is_not_counted() -> None:
    game = _Game()
    counter = FirstClickCounter(game, FirstClicks())  # type: ignore[arg-type]
    for clicks, mines in (([], 0), ([Click("open 0,0", 0.1, (5.0, 5.0))], 1)):
        game.show(counter, BEGINNER)
        counter(Acted(actions=["open 0,0"]))
        counter(Clicked(clicks=clicks))
        game.show(counter, BEGINNER.with_labels({Cell(0): Label.EXPLODED}))
        assert counter.counted.mines == mines


MINES = [0, 10, 20, 30, 40, 50, 60, 70, 80, 8]
LOST_WITH_FLAGS = BEGINNER.with_labels({Cell(cell): Label.FLAG for cell in MINES})


def test_a_mine_that_the_lost_game_shows_as_a_flag_counts_as_one() -> None:
    game = _Game()
    counter = FirstClickCounter(game, FirstClicks())  # type: ignore[arg-type]
    game.show(counter, BEGINNER)
    counter(Acted(actions=["open 0,0"]))
    game.show(counter, LOST_WITH_FLAGS)
    assert counter.counted.mines == 1


def test_a_number_is_safe_whatever_the_person_clicked_at_the_same_moment() -> None:
    game = _Game()
    counter = FirstClickCounter(game, FirstClicks())  # type: ignore[arg-type]
    game.show(counter, BEGINNER)
    counter(Acted(actions=["open 0,0"]))
    game.show(counter, BEGINNER.with_labels({Cell(0): Label.ONE, Cell(9): Label.EXPLODED}))
    assert (counter.counted.mines, counter.counted.numbers) == (0, 1)


@dataclass
class _Hidden:
    """A game of which nothing is seen after the first click but ``exploded`` of its cell."""

    exploded: bool
    reading: _Reading = field(default_factory=lambda: _Reading(BEGINNER))
    clicks: int = 0
    clicked: frozenset[int] = frozenset()

    def board(self) -> Board:
        if not self.clicked:
            return BEGINNER
        error = UnreadableError("something lies over 60 cells", [1, 2])
        if self.exploded:
            error.beneath = Beneath(exploded=self.clicked)
        raise error

    def perform(self, actions: Sequence[Action]) -> Done:
        self.clicks += len(actions)
        self.clicked = frozenset(action.cell for action in actions)
        return Done(actions)


def test_a_first_click_lost_beneath_a_cover_counts_as_a_mine() -> None:
    game = _Hidden(exploded=True)
    counter = FirstClickCounter(game, FirstClicks())  # type: ignore[arg-type]
    session = Session(game, make_policy("lowest_risk"), lambda: 0.0, listeners=[counter])
    assert session.run().result is Result.LOST
    assert counter.counted.mines == 1


def _end_unseen(counted: FirstClicks) -> FirstClicks:
    """Return the counts after a game that ends in an error right after its first click."""
    game = _Hidden(exploded=False)
    counter = FirstClickCounter(game, counted)  # type: ignore[arg-type]
    with pytest.raises(UnreadableError):
        Session(game, make_policy("lowest_risk"), lambda: 0.0, listeners=[counter]).run()
    return counter.counted


def test_a_first_click_of_which_nothing_is_seen_makes_the_luck_of_the_others_likelier() -> None:
    assert _end_unseen(FirstClicks()) == FirstClicks()
    safe = _clicks(Label.ONE, 35)
    unseen = _end_unseen(safe)
    assert (safe.rule, unseen.rule) == (FirstClick.SAFE, None)
    assert (unseen.mines, unseen.numbers) == (0, 35)
    assert _end_unseen(_clicks(Label.ZERO, 12)).rule is None
    assert _end_unseen(_clicks(Label.ZERO, 60)).rule is FirstClick.OPENING


def test_luck_counts_the_cells_around_a_first_click() -> None:
    """An opening takes its cell and all around it: three in a corner, eight elsewhere."""
    free = 71 / 81
    counted = _clicks(Label.ZERO, 2).after(BEGINNER, Cell(40), Label.ZERO)
    assert counted.luck_safe == pytest.approx(free**3)
    assert counted.luck_opening == pytest.approx(free ** (3 + 3 + 8))
    counted = _clicks(Label.ZERO, 12).after_unseen(BEGINNER)
    assert counted.luck_safe == pytest.approx(min(1.0, free**12 / (1 - free)))
    assert counted.luck_opening == pytest.approx(free**36 / (1 - free**8))


def test_a_game_whose_losses_all_end_unseen_is_not_believed_to_begin_safely() -> None:
    """Ten of 81 cells are mines: every eighth first click hits one."""
    counted = FirstClicks()
    for number in range(400):
        counted = _end_unseen(counted) if number % 8 == 0 else _after_one(counted)
        assert counted.rule is None


def _after_one(counted: FirstClicks) -> FirstClicks:
    return counted.after(BEGINNER, Cell(0), Label.ONE)


def test_a_number_read_in_a_game_that_ends_in_an_error_is_no_evidence_of_safety() -> None:
    game = _Game()
    counter = FirstClickCounter(game, _clicks(Label.ONE, 34))  # type: ignore[arg-type]
    game.show(counter, BEGINNER)
    counter(Acted(actions=["open 0,0"]))
    game.show(counter, BEGINNER.with_labels({Cell(0): Label.ONE}))
    counter(Finished(result=Result.ERROR, clicks=2, bbbv=None, guesses=[]))
    assert counter.counted == _clicks(Label.ONE, 34)
    game.show(counter, BEGINNER)
    counter(Acted(actions=["open 0,0"]))
    game.show(counter, BEGINNER.with_labels({Cell(0): Label.ONE}))
    counter(Finished(result=Result.STOPPED, clicks=2, bbbv=None, guesses=[]))
    assert counter.counted.rule is FirstClick.SAFE


def test_a_known_opening_is_clicked_where_it_opens_most_and_is_no_guess() -> None:
    advice = on_premises(make_policy("lowest_risk"), Premises(FirstClick.OPENING)).advise(BEGINNER)
    assert advice.actions == (Action.parse("open 2,2", BEGINNER.topology),)
    assert not advice.is_guess


@pytest.mark.parametrize(
    ("shape", "variant", "mines", "expected"),
    [
        (Shape.SQUARE, Variant.NONE, 99, (3, 3)),
        (Shape.HEXAGON, Variant.ODD_ROWS, 99, (2, 2)),
        (Shape.TRIANGLE, Variant.UP_EVEN, 99, (0, 4)),
        (Shape.TRIANGLE, Variant.UP_ODD, 99, (0, 25)),
    ],
)
def test_each_tiling_has_its_own_best_cell_to_open_an_area_from(
    shape: Shape, variant: Variant, mines: int, expected: tuple[int, int]
) -> None:
    topology = Topology(shape, 16, 30, variant)
    cell = best_first_click(topology, FirstClick.OPENING, mines)
    assert topology.row_col(cell) == expected


@pytest.mark.parametrize("rule", list(FirstClick))
@pytest.mark.parametrize("shape", list(Shape))
@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 6), (6, 1), (2, 3)])
def test_even_the_smallest_board_has_a_best_first_click(
    rule: FirstClick, shape: Shape, rows: int, cols: int
) -> None:
    topology = make_topology(shape.value, rows, cols)
    assert 0 <= best_first_click(topology, rule, 1) < len(topology)


@pytest.mark.parametrize("rule", [None, FirstClick.UNPROTECTED])
def test_without_a_promise_the_policy_decides(rule: FirstClick | None) -> None:
    policy = make_policy("lowest_risk")
    assert on_premises(policy, Premises(rule)).advise(BEGINNER) == policy.advise(BEGINNER)


def test_a_board_that_is_not_fresh_is_the_policys() -> None:
    policy = make_policy("lowest_risk")
    board = parse_board("1#\n##\n##", 1)
    assert on_premises(policy, Premises(FirstClick.OPENING)).advise(board) == policy.advise(board)


def test_a_profile_keeps_what_was_counted(tmp_path: Path) -> None:
    counted = _clicks(Label.ZERO, 12)
    profile = Profile(name="a", skin="a", topology="square", rows=9, cols=9, first_clicks=counted)
    write_profile(profile, tmp_path / "a.toml")
    again = read_profile(tmp_path / "a.toml").first_clicks
    assert again.rule is FirstClick.OPENING
    assert np.isclose(again.luck_opening, counted.luck_opening)


def test_a_chance_above_one_is_a_broken_profile(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text(
        'name = "a"\nskin = "a"\ntopology = "square"\nrows = 9\ncols = 9\n'
        "[first_clicks]\nluck_safe = 2.0\n"
    )
    with pytest.raises(ProfileError, match="luck_safe"):
        read_profile(path)


def test_a_profile_keeps_that_a_first_click_was_not_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "bundles", lambda: tmp_path / "bundles")
    library = Library(((tmp_path / "calibration", tmp_path / "templates"),))
    desktop = make_virtual_desktop("beginner", monitors=(Monitor(ROOM),))
    found = find_game(desktop.machine(), library, ROOM)
    safe = _clicks(Label.ONE, 35)
    library.save(msgspec.structs.replace(found.profile, first_clicks=safe), found.skin)

    def cover(point: Point, button: str = "left") -> None:
        desktop.windows.append(PlainWindow("You have lost", "", ROOM, desktop.game.monitor))

    desktop.click = cover  # type: ignore[method-assign]
    with pytest.raises((VisionError, LostBoardError)):
        play_games(desktop.machine(), (ROOM,), library, Plan(mines=10))
    kept = library.load(found.profile.name)[0]
    assert kept.first_clicks.rule is None
    assert (kept.limits, kept.restart) == (found.profile.limits, found.profile.restart)
