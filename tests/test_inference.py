"""Both engines know exactly what trying every layout finds, and what the expert positions say."""

from __future__ import annotations

import json
import math
import subprocess
import sys
import textwrap
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from autoplay.errors import BudgetError, ImpossibleBoardError
from autoplay.game import (
    Board,
    Cell,
    Label,
    Shape,
    Topology,
    Variant,
    make_topology,
    parse_board,
    parse_rows,
)
from autoplay.inference import Analysis, analyze, kernel_available
from autoplay.inference.constraints import situation_of
from autoplay.inference.counting import forward, layouts_by_mines
from tests.boards import random_numbers_on_triangles
from tests.brute_force import layouts_of, positions
from tests.strategies import TILINGS

EXPERT = Path(__file__).parents[1] / "fixtures" / "positions" / "expert_positions.json"
SIZES = [(1, 1), (1, 6), (3, 3), (4, 4), (5, 1), (3, 5), (5, 5)]
POSITIONS_EACH = 200

no_kernel = pytest.mark.skipif(not kernel_available(), reason="the kernel was not compiled here")
engines = pytest.mark.parametrize("engine", ["python", pytest.param("kernel", marks=no_kernel)])
tilings = pytest.mark.parametrize(("shape", "variant"), TILINGS)


def _layouts(analysis: Analysis) -> float:
    if analysis.layouts is None:
        return math.exp(analysis.log_layouts)
    return analysis.layouts


@engines
@tilings
@pytest.mark.parametrize("absent", [(), (0, 3, 8)])
def test_brute_force_agrees(
    engine: str, shape: Shape, variant: Variant, absent: tuple[int, ...]
) -> None:
    for rows, cols in SIZES:
        lack = frozenset(cell for cell in absent if cell < rows * cols - 1)
        for board in positions(Topology(shape, rows, cols, variant, lack), 0, POSITIONS_EACH):
            hidden, layouts = layouts_of(board)
            analysis = analyze(board, engine)
            counts = layouts.sum(axis=0)
            openable = [board[cell] is not Label.UNREADABLE for cell in hidden]
            told = list(zip(hidden, counts, openable, strict=True))
            assert _layouts(analysis) == pytest.approx(len(layouts), rel=1e-9)
            assert analysis.mine_probability[hidden] == pytest.approx(counts / len(layouts))
            assert analysis.safe == tuple(c for c, count, may in told if may and count == 0)
            assert analysis.mines == tuple(
                c for c, count, may in told if may and count == len(layouts)
            )


@engines
@tilings
def test_a_board_that_brute_force_finds_impossible_is_refused_and_no_other(
    engine: str, shape: Shape, variant: Variant
) -> None:
    for number, board in enumerate(positions(Topology(shape, 4, 4, variant), 1, POSITIONS_EACH)):
        opened = [cell for cell in range(16) if board[cell].is_number]
        if not opened:
            continue
        spoiled = opened[number % len(opened)]
        other = (board.labels[spoiled] + 1) % (len(board.topology.neighbors[spoiled]) + 1)
        wrong = board.with_labels({board.topology.cell(*divmod(spoiled, 4)): Label(other)})
        _, layouts = layouts_of(wrong)
        if len(layouts):
            analyze(wrong, engine)
        else:
            with pytest.raises(ImpossibleBoardError):
                analyze(wrong, engine)


@cache
def _expert() -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(EXPERT.read_text())["positions"]
    return found


@engines
@pytest.mark.parametrize("number", range(100))
def test_expert_positions_have_their_exact_answers(engine: str, number: int) -> None:
    position = _expert()[number]
    rows, frontier = position["rows"], position["frontier_mine_probability"]
    assert isinstance(rows, list)
    assert isinstance(frontier, dict)
    board = parse_rows(rows, 99)
    analysis = analyze(board, engine)
    expected = np.full(len(board.topology), position["interior_mine_probability"])
    for place, probability in frontier.items():
        expected[board.topology.cell(*map(int, place.split(",")))] = probability
    unopened = list(board.unopened())
    assert np.abs(analysis.mine_probability[unopened] - expected[unopened]).max() <= 1e-9
    exact = int(str(position["layouts"]))
    assert analysis.log_layouts == pytest.approx(math.log(exact), abs=1e-9)
    assert analysis.layouts in ({exact} if engine == "python" else {exact, None})


@engines
def test_flags_and_question_marks_say_nothing(engine: str) -> None:
    plain, marked = parse_board("1##\n###\n##1", 3), parse_board("1FQ\nF##\n#Q1", 3)
    expected, found = analyze(plain, engine), analyze(marked, engine)
    assert np.array_equal(found.mine_probability, expected.mine_probability, equal_nan=True)


@engines
def test_a_shown_mine_is_counted_and_an_opened_cell_has_no_probability(engine: str) -> None:
    found = analyze(parse_board("2*\n##", 2), engine)
    assert np.isnan(found.mine_probability[0])
    assert list(found.mine_probability[1:]) == [1.0, 0.5, 0.5]
    assert found.mines == ()


@engines
def test_an_unreadable_cell_may_hold_the_mine_but_is_never_advised(engine: str) -> None:
    found = analyze(parse_board("1?\n##"), engine)
    assert found.mine_probability[1] == pytest.approx(1 / 3)
    assert analyze(parse_board("0?\n##"), engine).safe == (2, 3)


@engines
def test_with_an_unknown_total_every_layout_counts_once(engine: str) -> None:
    found = analyze(parse_board("##\n##"), engine)
    assert _layouts(found) == pytest.approx(16)
    assert list(found.mine_probability) == [0.5] * 4


@engines
def test_a_contradiction_names_no_number_that_can_be_left_out(engine: str) -> None:
    board = parse_board("##10\n##10\n1#30\n####", 4)
    with pytest.raises(ImpossibleBoardError, match="no layout fits these numbers together") as info:
        analyze(board, engine)
    kept = {Cell(cell): board[cell] for cell in info.value.witnesses}
    for left_out in [None, *kept]:
        covered = Board.covered(board.topology)
        fewer = {cell: label for cell, label in kept.items() if cell != left_out}
        _, layouts = layouts_of(covered.with_labels(fewer))
        assert (len(layouts) == 0) == (left_out is None)


@engines
def test_a_frontier_too_wide_is_an_error_and_no_wait(engine: str) -> None:
    with pytest.raises(BudgetError, match="too wide"):
        analyze(random_numbers_on_triangles(), engine)


@no_kernel
def test_only_the_lines_of_one_part_are_limited_where_parts_are_many() -> None:
    """A place of some thousand lines, again and again: together they are over MAX_LINES."""
    rows = """
        ##################
        #0################
        #########2#2######
        ##################
        ##################
        #######4####3#0###
        #####4#3##2###1#0#
        #23#4#3###1####1##
        ##2#3####2#####21#
        ####1#2##2########
        #####2#######111##
        ##################
    """
    place = parse_board(textwrap.dedent(rows).strip())
    many = parse_board("\n".join(row.strip() * 16 for row in rows.strip().splitlines() * 16))
    found = analyze(many, "kernel").log_layouts
    assert found == pytest.approx(256 * analyze(place, "python").log_layouts, rel=1e-12)


@engines
def test_many_components_on_a_large_board_are_combined(engine: str) -> None:
    """Ones far apart: each has its mine among its eight cells, all of them alike."""
    topology = make_topology("square", 60, 60)
    labels = bytearray([Label.COVERED]) * len(topology)
    ones = [topology.cell(row, col) for row in range(1, 60, 4) for col in range(1, 60, 4)]
    for cell in ones:
        labels[cell] = Label.ONE
    found = analyze(Board(topology, bytes(labels), 400), engine)
    frontier = {other for cell in ones for other in topology.neighbors[cell]}
    interior = len(topology) - len(ones) - len(frontier)
    expected = len(ones) * math.log(8) + math.log(math.comb(interior, 400 - len(ones)))
    assert found.log_layouts == pytest.approx(expected)
    assert found.mine_probability[sorted(frontier)] == pytest.approx(np.full(len(frontier), 1 / 8))


@no_kernel
@pytest.mark.parametrize("components", [100, 700, 1200, 2000])
@pytest.mark.parametrize("interior", [0, 40, 3000])
def test_a_large_frontier_is_counted_where_its_mines_are(components: int, interior: int) -> None:
    row = "#1#1#" * components + "#" * interior  # each component has one mine or two
    few, many = components, 2 * components + interior
    for mines in {few, few + 1, few + 60, few + many // 9, (few + many) // 2, many - 1, many}:
        if mines > many:
            continue
        single, inside, layouts = 0, 0, 0
        ways, rest = 1, mines - components  # of components with two mines; mines beside those
        for two in range(components + 1):
            if 0 <= rest - two <= interior:
                with_these = ways * math.comb(interior, rest - two)
                layouts += with_these
                single += with_these * (components - two)
                inside += with_these * (rest - two)
            ways = ways * (components - two) // (two + 1)
        analysis = analyze(parse_board(row, mines=mines), "kernel")
        assert analysis.log_layouts == pytest.approx(_log(layouts), rel=1e-10, abs=1e-8)
        middle = Fraction(single, components * layouts)
        assert analysis.mine_probability[2] == pytest.approx(float(middle), rel=1e-9)
        if interior:
            share = Fraction(inside, interior * layouts)
            assert analysis.mine_probability[-1] == pytest.approx(float(share), rel=1e-9)
    unknown = analyze(parse_board(row), "kernel")
    assert unknown.mine_probability[2] == pytest.approx(0.5)
    assert unknown.log_layouts == pytest.approx((components + interior) * math.log(2))


@no_kernel
@pytest.mark.parametrize("mines", [225, 226, 260, 376, None])
def test_one_component_of_many_cells_is_counted_where_its_mines_are(mines: int | None) -> None:
    covered, numbers = "#" * 301, "#3" * 150 + "#"
    board = parse_board("\n".join([covered, numbers, covered]), mines=mines)
    exact = analyze(board, "python")
    found = analyze(board, "kernel")
    assert found.log_layouts == pytest.approx(exact.log_layouts, rel=1e-10)
    assert found.mine_probability == pytest.approx(exact.mine_probability, rel=1e-9, nan_ok=True)


def _many_parts(count: int, more: int | None) -> Board:
    """Parts of 1 or 2 mines each among known mines, and ``more`` mines in all parts together."""
    known = "*****" * count
    rows = [known, "#7#7#" * count, known]
    return parse_board("\n".join(rows), None if more is None else more + 2 * len(known))


@no_kernel
@pytest.mark.parametrize("more", [100, 101, 130, 199, None])
def test_many_parts_are_counted_by_halves_as_they_are_one_by_one(more: int | None) -> None:
    board = _many_parts(100, more)
    exact, found = analyze(board, "python"), analyze(board, "kernel")
    assert found.log_layouts == pytest.approx(exact.log_layouts, rel=1e-10)
    assert found.mine_probability == pytest.approx(exact.mine_probability, rel=1e-9, nan_ok=True)
    assert (found.safe, found.mines) == (exact.safe, exact.mines)


@no_kernel
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="counts memory as Linux does")
def test_thousands_of_parts_take_no_memory_by_their_square() -> None:
    asked = """
        import resource
        from tests.test_inference import _many_parts, analyze
        board = _many_parts(8000, 12000)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        analyze(board, "kernel")
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
    """
    command = [sys.executable, "-c", textwrap.dedent(asked)]
    home = Path(__file__).parent.parent
    run = subprocess.run(command, capture_output=True, text=True, check=True, cwd=home)
    assert int(run.stdout) < 100 * 1024  # KiB; with a table for each it was over 500 MiB


def test_too_many_parts_for_integers_are_an_error_and_no_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("autoplay.inference.counting.MAX_ENTRIES", 1000)
    with pytest.raises(BudgetError, match="too many parts for the Python engine"):
        analyze(_many_parts(100, 150), "python")


@no_kernel
def test_counts_that_doubles_cannot_hold_are_not_called_too_wide() -> None:
    from autoplay.inference._kernel import IMPRECISE, TOO_WIDE
    from autoplay.inference.kernel_engine import require_counted

    with pytest.raises(BudgetError, match=r"too far apart .* use --engine python"):
        require_counted(IMPRECISE)
    with pytest.raises(BudgetError, match="too wide"):
        require_counted(TOO_WIDE)


@no_kernel
def test_of_kernels_of_large_boards_only_the_last_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each takes some 200 bytes a cell: gigabytes for a few boards of millions."""
    from autoplay.inference.kernel_engine import kernel_of

    monkeypatch.setattr("autoplay.inference.kernel_engine.LARGE", 60)
    sides = (5, 6, 8, 9)
    tilings = [make_topology("square", side, side) for side in sides]
    first, again = ([kernel_of(tiling) for tiling in tilings] for _ in range(2))
    same = [one is other for one, other in zip(first, again, strict=True)]
    assert same == [True, True, False, False]
    assert kernel_of(tilings[-1]) is again[-1]


def test_a_line_holds_the_needs_of_open_constraints_only() -> None:
    """As many bits as the frontier is wide, not as it is long."""
    situation = situation_of(parse_board("1" * 200 + "\n" + "#" * 200))
    (component,) = situation.components
    passes = forward(component)
    assert max(max(lines).bit_length() for lines in passes) < 4 * 4 + 8
    assert layouts_by_mines(component, passes[-1]) == {67: 2}


def _log(number: int) -> float:
    shift = max(0, number.bit_length() - 64)
    return math.log(number >> shift) + shift * math.log(2)
