"""A mine total nobody has seen: it weighs guesses, and proves nothing."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import msgspec
import pytest

from autoplay.bench.simulate import Setup, play_chunk
from autoplay.calibration import Library, Limits
from autoplay.cli import play_games as playing
from autoplay.cli.game_lines import words_of_mines
from autoplay.cli.plan import Plan
from autoplay.cli.play_games import play_games
from autoplay.desktop.ports import Region
from autoplay.desktop.virtual import Monitor, VirtualDesktop, make_virtual_desktop
from autoplay.errors import ImpossibleBoardError, StoppedError
from autoplay.game import (
    Action,
    Board,
    Cell,
    FirstClick,
    Game,
    Level,
    Outcome,
    Verb,
    make_topology,
    parse_board,
)
from autoplay.inference import analyze, log_layouts
from autoplay.play.board_on_screen import find_game, find_in_picture
from autoplay.play.events import Result
from autoplay.policy import Premises, make_policy, on_premises, weighed_by
from autoplay.policy.assumed import UNTOLD
from autoplay.policy.likely_total import likeliest_total
from autoplay.vision.picture import load_picture

ROOM = Region(0, 0, 640, 600)
SCREENS = Path(__file__).parent.parent / "fixtures" / "screens"


def assuming(mines: int) -> Premises:
    return Premises(mines=mines)


def test_what_is_certain_whatever_the_total_is_no_guess() -> None:
    board = parse_board("01#\n01#\n011\n000")
    advice = on_premises(make_policy("lowest_risk"), assuming(1)).advise(board)
    assert advice == make_policy("lowest_risk").advise(board)
    assert not advice.is_guess and len(advice.actions) == 1


def test_risks_by_an_assumed_total_call_nothing_certain_that_it_alone_proves() -> None:
    board = parse_board("1####\n1####\n")
    assert len(analyze(replace(board, mines=1)).safe) == 6
    weighed = weighed_by(1, analyze(board))
    assert (weighed.safe, weighed.mines) == ((), ())
    assert weighed.mine_probability[[1, 2]].tolist() == [0.5, 0.0]


def test_what_only_the_total_proves_is_a_guess_that_says_so() -> None:
    board = parse_board("1####\n1####\n")
    policy = on_premises(make_policy("winning"), assuming(1))
    proven = make_policy("winning").advise(replace(board, mines=1))
    assert not proven.is_guess and len(proven.actions) == 6
    advice = policy.advise(board)
    assert advice.is_guess and advice.actions == proven.actions[:1]
    assert advice.reason == "6 cells are safe, if there is 1 mine in all"
    assert advice.assumed_mines == 1


def test_a_first_click_that_the_game_promises_to_be_safe_is_no_guess() -> None:
    board = parse_board("####\n####\n####\n####\n")
    promised = on_premises(make_policy("winning"), Premises(FirstClick.SAFE, 3)).advise(board)
    assert not promised.is_guess
    assert on_premises(make_policy("winning"), assuming(3)).advise(board).is_guess


def test_a_total_that_no_layout_has_is_estimated_instead() -> None:
    board = parse_board("2###\n2###\n")
    with pytest.raises(ImpossibleBoardError):
        make_policy("winning").advise(replace(board, mines=1))
    advice = on_premises(make_policy("winning"), assuming(1)).advise(board)
    assert advice.assumed_mines == 2
    uniform = on_premises(make_policy("winning"), Premises(mines=1, estimated=False))
    assert uniform.advise(board) == make_policy("winning").advise(board)


@pytest.mark.parametrize("seed", range(12))
def test_the_likeliest_total_is_the_one_by_all_layouts(seed: int) -> None:
    rng = random.Random(seed)
    game = Game(Level(4, 4, 3).topology(), 3, FirstClick.SAFE, rng)
    game.perform([Action(Verb.OPEN, Cell(rng.randrange(16)))])
    board = replace(game.board(), mines=None)
    around = [[at for at in row if at >= 0] for row in board.topology.neighbor_table.tolist()]
    numbers = {cell: label for cell, label in enumerate(board.labels) if label <= 8}
    odds = Fraction(17, 83)
    likely = dict.fromkeys(range(17), Fraction(0))
    hidden = list(board.unopened())
    for layout in product((0, 1), repeat=len(hidden)):
        mined = dict(zip(hidden, layout, strict=True))
        if all(sum(mined.get(at, 0) for at in around[c]) == n for c, n in numbers.items()):
            likely[sum(layout)] += odds ** sum(layout)
    found = likeliest_total(board, analyze(board))
    assert likely[found] == max(likely.values()) > 0


BESIDE_MINES = ("##4", "3##", "3#6", "##4")
"""Two layouts fit these numbers where shown mines follow: of 4 mines and of 6, not of 5."""


@pytest.mark.parametrize("parts", [1, 2])
def test_the_likeliest_total_is_found_beyond_those_that_no_layout_has(parts: int) -> None:
    """With one part the expected total has no layout, with two those beside the expected one."""
    board = parse_board(
        "\n".join(row + "*" * 7 + (row[::-1] if parts == 2 else "") for row in BESIDE_MINES)
    )
    assert analyze(board).log_layouts == pytest.approx(math.log(2**parts))
    assert likeliest_total(board, analyze(board)) == 28 + 4 * parts


def test_few_totals_are_tried_where_the_expected_one_has_no_layout(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = parse_board("\n".join(row + "*" * 200 for row in BESIDE_MINES))
    tried: list[Board] = []

    def counted(board: Board) -> float:
        tried.append(board)
        return log_layouts(board)

    monkeypatch.setattr("autoplay.policy.likely_total.log_layouts", counted)
    assert likeliest_total(board, analyze(board)) == 804
    assert len(tried) < 30


def test_an_estimated_total_wins_more_games_than_layouts_that_all_count_once() -> None:
    def won(policy: str) -> int:
        setup = Setup(make_topology("hexagon", 9, 9), 12, policy=policy, seed=2)
        return sum(result.played.won for result in play_chunk(setup, tuple(range(60))))

    estimated, uniform = (won(f"{hidden}:lowest_risk") for hidden in UNTOLD.values())
    assert estimated > uniform + 5


@pytest.mark.parametrize("mines", [8, 13])
def test_no_game_of_another_total_is_lost_by_what_was_called_certain(mines: int) -> None:
    level = Level(8, 8, mines)
    policy = on_premises(make_policy("winning"), assuming(10))
    outcomes = []
    for seed in range(40):
        game = Game(level.topology(), mines, FirstClick.OPENING, random.Random(seed))
        game.perform([Action(Verb.OPEN, level.topology().cell(2, 2))])
        while game.outcome is Outcome.PLAYING:
            advice = policy.advise(replace(game.board(), mines=None))
            if not advice.actions:
                assert advice.assumed_mines == 10  # it says on what the win rests
                break
            game.perform(advice.actions)
            lost = Outcome(game.outcome) is Outcome.LOST
            assert advice.is_guess or not lost
        outcomes.append(game.outcome)
    assert outcomes.count(Outcome.WON) > 10


def _desktop(mines: int, seed: int = 0) -> VirtualDesktop:
    return make_virtual_desktop(Level(9, 9, mines), seed=seed, monitors=(Monitor(ROOM),))


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    monkeypatch.setattr(playing, "bundles", lambda: tmp_path / "bundles")
    return Library(((tmp_path / "calibration", tmp_path / "templates"),))


def test_the_counter_on_the_screen_is_believed_before_an_earlier_game(library: Library) -> None:
    image = load_picture(SCREENS / "xbomb-square" / "fresh.png")
    found = find_in_picture(image, library)
    assert (found.mines, found.shown, found.likely_mines) == (None, 99, 99)
    assert "99 mines assumed, as the game shows (--mines N tells another)" in words_of_mines(found)
    library.save(msgspec.structs.replace(found.profile, mines=50, place=None), found.skin)
    again = find_in_picture(image, library)
    assert again.known and (again.likely_mines, again.profile.mines) == (99, 99)
    told = find_in_picture(image, library, mines=98)
    assert (told.mines, told.likely_mines, told.profile.mines) == (98, None, 98)


def test_a_usual_total_is_assumed_and_a_win_tells_the_true_one(library: Library) -> None:
    desktop = _desktop(12)
    machine = desktop.machine()
    desktop.game.open_quietly(Cell(40))  # in mid-game the counter may mean anything
    found = find_game(machine, library, ROOM)
    assert (found.mines, found.likely_mines) == (None, 10)
    assert words_of_mines(found) == "10 mines assumed, as usual (--mines N tells another)"
    finished = play_games(machine, (ROOM,), library, Plan(games=30, until_win=True))
    assert finished.result is Result.WON
    assert library.load("learned")[0].mines == 12
    again = find_game(machine, library, ROOM)
    assert (again.mines, again.likely_mines) == (None, 12)
    told = words_of_mines(again)
    assert told == "12 mines assumed, as its profile says (--mines N tells another)"


def test_what_was_learned_is_kept_when_the_person_stops(library: Library) -> None:
    desktop = _desktop(10)
    press = desktop.press

    def stopped_in_the_third_game(keys: str) -> None:
        press(keys)
        if desktop.games_begun == 3:
            desktop.ask_to_stop()

    desktop.press = stopped_in_the_third_game  # type: ignore[method-assign]
    with pytest.raises(StoppedError):
        play_games(desktop.machine(), (ROOM,), library, Plan(games=5))
    profile, _ = library.load("learned")
    assert profile.restart == "F2"
    assert profile.limits != Limits()
