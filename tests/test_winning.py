"""The winning policy: exact where it says so, and never foolish under any budget."""

from __future__ import annotations

import gc
import random
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from functools import partial
from types import FrameType

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from autoplay.errors import BudgetError, ImpossibleBoardError, UnreadableError, UsageError
from autoplay.game import Board, Cell, Game, Label, Minefield, Outcome, Topology, parse_board
from autoplay.game.topology import Shape, Variant
from autoplay.inference import analyze, kernel_available
from autoplay.policy import Advice, make_policy, with_chance
from autoplay.policy.advice import ALTERNATIVES
from autoplay.policy.playing import simulated_game
from autoplay.policy.search import Search
from tests.brute_force import positions
from tests.readable_search import ReadableSearch
from tests.strategies import ONE_OF_EACH_SHAPE, boards, minefields

if not kernel_available():
    pytest.skip("the kernel was not compiled here", allow_module_level=True)

from autoplay.inference._kernel import OK, Kernel
from autoplay.inference.counting import MAX_LINES
from autoplay.inference.kernel_engine import kernel_of
from autoplay.policy.settings import Settings
from autoplay.policy.winning import Winning

MOST_LAYOUTS = 60  # the readable search takes seconds for more


@pytest.mark.parametrize(("shape", "variant"), ONE_OF_EACH_SHAPE)
def test_an_exact_win_probability_is_that_of_the_whole_game_tree(
    shape: Shape, variant: Variant
) -> None:
    compared = 0
    for board in positions(Topology(shape, 4, 4, variant), seed=5, count=1800):
        try:
            search = Search(board, MOST_LAYOUTS)
            advice = Winning().advise(board)
            exact = search.win_probability()
        except (ImpossibleBoardError, BudgetError):
            continue
        if not advice.is_guess or not str(advice.method).startswith("exact"):
            continue
        compared += 1
        told = None if board.mines is None else pytest.approx(float(exact), abs=1e-12)
        assert advice.win_probability == told
        assert advice.alternatives[0].cell == advice.actions[0].cell
        wins = {cell: float(search.win_probability_of(cell)) for cell in board.unopened()}
        best = sorted((win for win in wins.values() if win), reverse=True)[:ALTERNATIVES]
        told_wins = [other.value for other in advice.alternatives]
        assert told_wins == pytest.approx(best, abs=1e-12)
        assert told_wins == pytest.approx([wins[a.cell] for a in advice.alternatives], abs=1e-12)
    assert compared > 20


EVERY_CELL = Settings(
    endgame_layouts=0, certainty_bonus=0.0, window=0.0, candidates=16, off_frontier=16
)
"""Two plies over every cell of a board of 16, the endgame not searched."""


def _guesses(
    topology: Topology, seed: int, count: int, chosen: Settings
) -> Iterator[tuple[Board, Advice]]:
    """Yield the boards of known mines among so many on which the policy guesses, and its advice."""
    for board in positions(topology, seed=seed, count=count):
        if board.mines is not None and Label.UNREADABLE not in board.labels:
            advice = Winning(chosen).advise(board)
            if advice.is_guess:
                yield board, advice


@pytest.mark.parametrize(("shape", "variant"), ONE_OF_EACH_SHAPE)
def test_two_plies_without_a_bonus_find_the_best_survival(shape: Shape, variant: Variant) -> None:
    plain = replace(EVERY_CELL, second_share=0.0, extension=0)
    compared = 0
    for board, advice in _guesses(Topology(shape, 4, 4, variant), 7, 1500, plain):
        compared += 1
        search = ReadableSearch(board)
        best = max(search.survival(cell) for cell in board.unopened())
        assert search.survival(advice.actions[0].cell) == best
        assert advice.alternatives[0].value == pytest.approx(float(best))
    assert compared > 15


@pytest.mark.parametrize(("shape", "variant"), ONE_OF_EACH_SHAPE)
def test_safe_cells_are_opened_in_thought_until_the_next_guess(
    shape: Shape, variant: Variant
) -> None:
    compared = 0
    for board, advice in _guesses(Topology(shape, 4, 4, variant), 11, 1800, EVERY_CELL):
        compared += 1
        found = ReadableSearch(board).survival_settled(
            advice.actions[0].cell, EVERY_CELL.second_share, EVERY_CELL.extension
        )
        assert advice.alternatives[0].value == pytest.approx(found)
    assert compared > 15


@pytest.mark.parametrize(
    ("text", "shape", "variant"),
    [("###1\n####", "square", ""), ("#1\n##\n##\n##\n##", "triangle", "row+col odd")],
)
def test_with_an_unknown_total_the_end_of_the_game_is_news(
    text: str, shape: str, variant: str
) -> None:
    """A cell that can only show one number still tells whether it was the last."""
    board = parse_board(text, None, shape, variant)
    decide = kernel_of(board.topology).decide
    _, _, _, method, win, _ = decide(board.labels, -1, asdict(Settings()))
    assert method == "exact"
    assert win == pytest.approx(float(Search(board).win_probability()))


class Stepwise:
    """The same policy, asked for each move."""

    name = "winning"

    def __init__(self, policy: Winning) -> None:
        self.advise = policy.advise


@pytest.mark.parametrize("engine", ["kernel", "python"])
def test_the_name_of_a_policy_makes_it_again_with_its_settings(engine: str) -> None:
    """A recording keeps the name, and is thought through again by the policy of that name."""
    assert make_policy("winning", engine).name == "winning"
    changed = make_policy("winning:budget=0.5ms,plies=1,window=0.85", engine).name
    assert make_policy(changed, engine).name == changed
    assert changed == "winning:plies=1,window=0.85,budget_ms=0.5"


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("absent", [(), (8, 16, 17, 63, 72, 73)])
def test_a_whole_game_is_the_moves_that_are_advised(seed: int, absent: tuple[int, ...]) -> None:
    topology = Topology(Shape.SQUARE, 9, 9, absent=frozenset(absent))
    cells = sorted(set(range(1, 81)) - topology.absent)
    mines = random.Random(seed).sample(cells, 16)
    field, policy = Minefield.of(topology, mines), Winning()
    whole = simulated_game(policy, field, Cell(0))
    stepwise = simulated_game(Stepwise(policy), field, Cell(0))
    assert (whole.won, whole.guesses) == (stepwise.won, stepwise.guesses)
    assert whole.expectation == pytest.approx(stepwise.expectation)


needs_timers = pytest.mark.skipif(
    not hasattr(signal, "setitimer"), reason="timers that signal are of POSIX"
)


@contextmanager
def _interrupted() -> Iterator[None]:
    """Let the third signal that is heard, of one a millisecond, end the block, which it must.

    Heard after the block they would count as one; heard in a callback of the garbage collection,
    as the library of the property tests has one, an exception is lost.
    """
    heard = 0

    def hear(number: int, frame: FrameType | None) -> None:
        nonlocal heard
        heard += 1
        if heard == 3:
            raise KeyboardInterrupt

    handler = signal.signal(signal.SIGVTALRM, hear)
    gc.disable()
    try:
        with pytest.raises(KeyboardInterrupt):
            signal.setitimer(signal.ITIMER_VIRTUAL, 0.001, 0.001)
            yield
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, handler)
        gc.enable()


@needs_timers
def test_a_long_search_hears_signals_and_what_their_handlers_raise_ends_it() -> None:
    board = Board.covered(Topology(Shape.SQUARE, 5, 5), 6).with_labels({Cell(0): Label.TWO})
    before = Winning().advise(board)
    long = Winning(Settings(endgame_layouts=65_535, endgame_nodes=1_000_000))
    with _interrupted():
        long.advise(board)
    assert Winning().advise(board) == before


@needs_timers
@pytest.mark.parametrize("ask", [Winning().advise, partial(analyze, engine="kernel")])
def test_so_does_the_count_of_a_large_board(ask: Callable[[Board], object]) -> None:
    topology, random_cells = Topology(Shape.SQUARE, 400, 400), random.Random(1)
    field = Minefield.of(topology, random_cells.sample(range(len(topology)), 27_000))
    free = [Cell(cell) for cell in range(len(topology)) if cell not in field.mines]
    shown = random_cells.sample(free, 13_000)
    numbers = {cell: Label(int(field.numbers[cell])) for cell in shown}
    board = Board.covered(topology, 27_000).with_labels(numbers)
    with _interrupted():
        ask(board)
    small = Board.covered(topology, 27_000).with_labels({shown[0]: numbers[shown[0]]})
    risks = analyze(small, "kernel").mine_probability
    fresh = Kernel(topology.neighbor_table, MAX_LINES).analyze(small.labels, 27_000)[1]
    assert np.array_equal(risks, fresh, equal_nan=True)
    assert Winning().advise(small).risk == pytest.approx(np.nanmin(risks))


def _walled_in_pairs(side: int) -> Board:
    """Return pairs of covered cells with two numbers below each, among mines that are shown."""
    topology = Topology(Shape.SQUARE, 3 * side + 1, 3 * side + 1)
    shown = np.full((3 * side + 1, 3 * side + 1), Label.MINE, np.uint8)
    for row in range(1, 3 * side, 3):
        shown[row, 1::3] = shown[row, 2::3] = Label.COVERED
        shown[row + 1, 1::3] = shown[row + 1, 2::3] = 0
    mined = shown == Label.MINE
    mined[1::3, 1::3] = True
    field = Minefield.of(topology, np.flatnonzero(mined).tolist())
    numbers = np.asarray(field.numbers, np.uint8).reshape(shown.shape)
    opened = shown == 0
    shown[opened] = numbers[opened]
    return Board(topology, shown.tobytes(), int(mined.sum()))


def test_a_budget_ends_the_search_of_groups_that_are_many() -> None:
    board = _walled_in_pairs(60)
    whole, late = Winning().advise(board), make_policy("winning:budget=1ms").advise(board)
    assert (whole.method, whole.cut_short) == ("exact", False)
    assert (late.method, late.cut_short, len(late.actions)) == ("isolated", True, 1)
    few = Winning().advise(_walled_in_pairs(3))
    assert few.win_probability == pytest.approx(0.5**9)


def test_the_kernel_weighs_luck_as_it_is_told() -> None:
    field = Minefield.of(Topology(Shape.SQUARE, 9, 9), random.Random(3).sample(range(1, 81), 16))
    covered = Board.covered(field.topology).labels
    mined = bytes(cell in field.mines for cell in range(81))
    played = [
        kernel_of(field.topology).play(
            covered, mined, 0, asdict(Settings(endgame_layouts=0)), worth
        )
        for worth in (0.0, 0.5, 1.0)
    ]
    assert all(guesses > 0 for _, _, guesses, _, _ in played)
    raw, half, whole = (expectation for *_, expectation in played)
    assert raw in (0.0, 1.0)
    assert half != raw
    assert whole - half == pytest.approx(half - raw)


def test_a_method_has_the_same_word_with_and_without_the_kernel() -> None:
    board = parse_board("1#####\n######\n######\n######", 6)
    for setting in ("endgame_layouts=0", "endgame_layouts=0,plies=1"):
        twin, policy = (make_policy(f"winning:{setting}", e) for e in ("python", "kernel"))
        assert twin.advise(board).method == policy.advise(board).method


budgets = st.builds(
    Settings,
    endgame_layouts=st.sampled_from([0, 1, 10, 1000]),
    endgame_nodes=st.sampled_from([0, 1, 20, 20_000]),
    isolated=st.sampled_from([0, 1]),
    plies=st.sampled_from([1, 2]),
    extension=st.integers(0, 4),
    window=st.sampled_from([0.0, 0.9, 1.0]),
    candidates=st.integers(1, 20),
    off_frontier=st.integers(0, 10),
)


@settings(deadline=None, max_examples=300)
@given(minefields(6), budgets)
def test_no_budget_makes_it_guess_where_a_cell_is_safe_or_open_a_certain_mine(
    field: Minefield, budget: Settings
) -> None:
    game, policy = Game.on(field), Winning(budget)
    assume(len(field.mines) < len(field.topology))
    while game.outcome is Outcome.PLAYING:
        board = game.board()
        advice, known = policy.advise(board), analyze(board)
        cells = [action.cell for action in advice.actions]
        if known.safe:
            assert tuple(cells) == known.safe
        else:
            assert len(cells) == 1 and cells[0] not in known.mines
        game.perform(advice.actions)


@settings(deadline=None, max_examples=200)
@given(boards(5))
def test_any_board_gets_advice_or_a_typed_error(board: Board) -> None:
    try:
        advice = Winning().advise(board)
    except (ImpossibleBoardError, BudgetError):
        return
    assert all(0.0 <= other.risk <= 1.0 for other in advice.alternatives)


def test_games_played_on_from_a_board_are_won_as_often_as_the_game_tree_says() -> None:
    """On layouts drawn evenly; four standard errors of 4000 games are 0.03."""
    compared = 0
    for board in positions(Topology(Shape.SQUARE, 4, 4), seed=3, count=150):
        try:
            exact = Search(board, MOST_LAYOUTS).win_probability()
        except (ImpossibleBoardError, BudgetError):
            continue
        if Label.UNREADABLE in board.labels or Label.EXPLODED in board.labels:
            continue
        compared += 1
        assert Winning().play_on(board, 4000, seed=1) / 4000 == pytest.approx(
            float(exact), abs=0.032
        )
    assert compared > 20


def test_no_game_goes_on_from_a_board_with_an_unreadable_cell() -> None:
    board = parse_board("###?\n####", mines=2)
    with pytest.raises(UnreadableError, match="0,3"):
        Winning().play_on(board, games=10, seed=0)
    _, won = kernel_of(board.topology).play_on(board.labels, 2, 10, 0, asdict(Settings()))
    assert won < 10


def test_a_byte_that_is_no_label_is_refused_by_the_kernel() -> None:
    kernel = kernel_of(Topology(Shape.SQUARE, 1, 2))
    labels = bytes([Label.COVERED, len(Label)])
    for call in (
        lambda: kernel.analyze(labels, 1),
        lambda: kernel.decide(labels, 1, asdict(Settings())),
        lambda: kernel.play_on(labels, 1, 1, 0, asdict(Settings())),
    ):
        with pytest.raises(ValueError, match="no label"):
            call()


def test_a_safe_move_has_a_win_probability_too() -> None:
    board, policy = parse_board("1#####\n1#####\n######\n######", 5), Winning()
    advice = with_chance(board, policy.advise(board), policy)
    assert not advice.is_guess
    assert advice.win_probability is not None and 0 < advice.win_probability < 1
    assert advice.method == "400 sampled games"


def test_the_chance_of_a_safe_move_is_exact_where_few_layouts_are_left() -> None:
    policy = Winning()
    for text, mines in (("1##\n1##\n1##", 3), ("1##\n1##\n1##", 2), ("1###\n1###\n1###", 3)):
        board = parse_board(text, mines)
        advice = with_chance(board, policy.advise(board), policy)
        exact = Search(board, MOST_LAYOUTS).win_probability()
        assert advice.win_probability == pytest.approx(float(exact))
        assert advice.method == "exact"


def test_games_played_on_can_be_interrupted_between_two_and_come_out_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = parse_board("1###\n1###\n####\n####", 3)
    wins = [Winning().play_on(board, 50, seed) for seed in (1, 1, 2)]
    assert wins[0] == wins[1]
    asked = list[int]()

    class Counting:
        def play_on(self, labels: bytes, mines: int, games: int, *rest: object) -> tuple[int, int]:
            asked.append(games)
            if len(asked) == 3:
                raise KeyboardInterrupt
            return OK, games

    monkeypatch.setattr("autoplay.policy.winning.kernel_of", lambda topology: Counting())
    with pytest.raises(KeyboardInterrupt):
        Winning().play_on(board, 400, seed=0)
    assert asked == [1, 1, 1]


@pytest.mark.parametrize("policy", ["winning", "lowest_risk"])
def test_certain_moves_that_open_every_free_cell_win_exactly(policy: str) -> None:
    """Every mine is known: nothing is left to sample."""
    board, player = parse_board("1##\n1##\n1##", 1), make_policy(policy)
    advice = with_chance(board, player.advise(board), player)
    assert (advice.win_probability, advice.method) == (1.0, "exact")


def test_a_board_too_large_to_play_on_gets_no_win_probability() -> None:
    board, policy = Board.covered(Topology(Shape.SQUARE, 40, 40), 200), Winning()
    assert with_chance(board, policy.advise(board), policy).win_probability is None


def test_a_search_that_was_cut_short_says_so() -> None:
    board = parse_board("1###\n####\n####", 3)
    assert make_policy("winning:budget=1nodes").advise(board).cut_short
    assert not Winning(replace(Settings(), endgame_nodes=200_000)).advise(board).cut_short


@pytest.mark.parametrize("plies", [1, 2])
def test_alternatives_are_the_best_cells_by_a_value_that_each_has(plies: int) -> None:
    chosen = replace(EVERY_CELL, plies=plies, extension=3)
    board = parse_board("1###\n####\n####\n####", 4)
    advice = Winning(chosen).advise(board)
    assert advice.alternatives[0].cell == advice.actions[0].cell
    told = [other.value for other in advice.alternatives]
    choices = kernel_of(board.topology).decide(board.labels, 4, asdict(chosen), 16)[2]
    assert told == pytest.approx(sorted((value for *_, value in choices), reverse=True)[:5])


def test_without_the_kernel_a_guess_is_searched_in_python() -> None:
    """The two agree wherever neither search was cut short."""
    twin, policy = make_policy("winning", engine="python"), make_policy("winning")
    compared = 0
    for board in positions(Topology(Shape.SQUARE, 4, 4), seed=9, count=450):
        advice, expected = twin.advise(board), policy.advise(board)
        if Label.UNREADABLE in board.labels or advice.cut_short or not advice.is_guess:
            continue
        if advice.method != expected.method:
            continue
        compared += 1
        assert advice.alternatives[0].value == pytest.approx(expected.alternatives[0].value)
    assert compared > 10


def test_the_python_search_says_when_it_was_cut_short() -> None:
    twin = make_policy("winning", engine="python")
    assert twin.advise(parse_board("1#####\n######\n######\n######", 6)).cut_short


def test_more_layouts_than_the_kernel_can_number_are_refused() -> None:
    with pytest.raises(UsageError, match="65535"):
        Settings(endgame_layouts=65_536)


@pytest.mark.parametrize(
    "wrong",
    [
        "window=nan",
        "window=2",
        "candidates=-1",
        "endgame_nodes=1e9",
        "budget=fast",
        "plies=0",
        "budget=0.5nodes",
        "budget=0.0ms",
        "budget=.ms",
        "plies=3",
        "isolated=2",
        "=3",
    ],
)
def test_a_setting_that_makes_no_sense_is_refused(wrong: str) -> None:
    with pytest.raises(UsageError, match=r"must be|is written like|no setting"):
        make_policy(f"winning:{wrong}")


@pytest.mark.parametrize(
    ("wrong", "most"),
    [("window=inf", 1), ("window=1e9", 1), ("extension=9", 8), ("candidates=2000000000", 10**9)],
)
def test_a_setting_that_is_too_large_is_told_its_own_bound(wrong: str, most: int) -> None:
    with pytest.raises(UsageError, match=f"must be 0 to {most}, not "):
        make_policy(f"winning:{wrong}")


@pytest.mark.parametrize("policy", ["winning", "lowest_risk", "untold:winning"])
def test_an_engine_that_is_none_is_refused_when_the_policy_is_made(policy: str) -> None:
    with pytest.raises(UsageError, match="no engine 'steam'; use one of auto, kernel, python"):
        make_policy(policy, "steam")


@pytest.mark.parametrize("unit", ["ms", "nodes"])
def test_a_budget_of_too_many_digits_is_refused_in_one_line(unit: str) -> None:
    with pytest.raises(UsageError, match="must be") as refused:
        make_policy(f"winning:budget={'9' * 5000}{unit}")
    assert len(str(refused.value)) < 1000


@pytest.mark.parametrize("budget", ["1nodes", "1ms"])
def test_the_smallest_budget_still_makes_a_guess(budget: str) -> None:
    board = Board.covered(Topology(Shape.TRIANGLE, 40, 40), 300)
    assert len(make_policy(f"winning:budget={budget}").advise(board).actions) == 1


def test_a_large_board_with_few_layouts_is_played_without_a_search_too_deep() -> None:
    board = Board.covered(Topology(Shape.SQUARE, 100, 100), 9999)
    advice = Winning(Settings(endgame_layouts=20_000)).advise(board)
    assert advice.is_guess
    assert advice.cut_short


@pytest.mark.parametrize("engine", ["kernel", "python"])
def test_no_chance_to_win_is_told_where_the_mine_total_is_unknown(engine: str) -> None:
    """A layout with nothing left to open counts as won: 100% beside a risk of 50%."""
    advice = make_policy("winning", engine).advise(parse_board("#"))
    assert (advice.risk, advice.win_probability) == (0.5, None)
    assert advice.method == "exact, mine total unknown"
    assert "wins" not in advice.reason and "total is unknown" in advice.reason
