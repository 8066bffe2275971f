"""The vision benchmark: what counts as right, wrong and refused, and which truths it accepts."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from autoplay.bench.coverings import COVERINGS, covered
from autoplay.bench.failures import draw_failure
from autoplay.bench.truth import MILD, Screen, Truth, distorted, load_screens, parse_truth
from autoplay.bench.vision import Look, Result, center_error, judge, judge_all, look, summarize
from autoplay.cli.bench_vision import command
from autoplay.errors import UsageError
from autoplay.game import Board, Cell, Label, Shape, Topology, parse_board
from autoplay.vision.lattice import Image, Lattice

BOARD = parse_board("01#\n12#\n#F*")
LATTICE = Lattice(BOARD.topology, (20.0, 20.0), (16.0, 16.0))
PICTURE = np.full((80, 80, 3), 90, dtype=np.uint8)

TRUTH: dict[str, Any] = {
    "topology": "square",
    "rows": 3,
    "cols": 3,
    "mines": 2,
    "board": ["01#", "12#", "#F*"],
    "lattice": {"first_cell_center": [20, 20], "pitch": [16, 16]},
}


def screen(truth: Truth | None = None) -> Screen:
    return Screen("made", truth or Truth(BOARD, LATTICE), lambda: PICTURE)


def seeing(board: Board, lattice: Lattice) -> Callable[[Image], Look]:
    return lambda _: Look(board, lattice, None, 5.0, 2.0)


def refusing(_: Image) -> Look:
    return Look(None, LATTICE, "no board here", 5.0, 2.0)


REFUSE = Truth(None, None, "two boards")


def test_a_right_board_in_the_right_place_is_exact() -> None:
    score = judge(screen(), seeing(BOARD, LATTICE)).score
    assert asdict(score) == {
        "screen": "made",
        "refused": None,
        "lattice_right": True,
        "exact": True,
        "cells": 9,
        "cells_right": 9,
        "find_ms": 5.0,
        "read_ms": 2.0,
    }


def test_one_wrong_cell_is_wrong_without_a_warning() -> None:
    result = judge(screen(), seeing(BOARD.with_labels({Cell(0): Label.THREE}), LATTICE))
    assert (result.score.exact, result.score.cells_right) == (False, 8)
    assert result.wrong_unwarned


def test_a_board_of_another_size_has_no_right_cells() -> None:
    wide = Board.covered(Topology(Shape.SQUARE, 3, 4))
    result = judge(screen(), seeing(wide, replace(LATTICE, topology=wide.topology)))
    assert result.wrong_unwarned
    assert (result.score.cells_right, result.score.lattice_right) == (0, False)


def test_a_refused_board_is_not_wrong() -> None:
    result = judge(screen(), refusing)
    assert result.score.refused == "no board here"
    assert not result.score.exact
    assert not result.wrong_unwarned


def test_a_refused_board_counts_as_found_where_its_best_candidate_is_right() -> None:
    assert judge(screen(), refusing).score.lattice_right


def test_a_picture_without_anything_is_refused_without_a_lattice() -> None:
    seen = look(PICTURE)
    assert (seen.board, seen.lattice) == (None, None)
    assert seen.refused


def test_a_board_with_unreadable_cells_counts_as_refused() -> None:
    result = judge(screen(), seeing(BOARD.with_labels({Cell(1): Label.UNREADABLE}), LATTICE))
    assert result.score.refused == "1 cells could not be read"
    assert not result.wrong_unwarned


def test_a_board_where_none_should_be_is_wrong() -> None:
    assert judge(screen(REFUSE), seeing(BOARD, LATTICE)).wrong_unwarned
    assert not judge(screen(REFUSE), refusing).wrong_unwarned


@pytest.mark.parametrize(("shift", "right"), [(2.0, True), (3.0, False)])
def test_a_lattice_is_right_within_a_share_of_the_pitch(shift: float, right: bool) -> None:
    assert judge(screen(), seeing(BOARD, LATTICE.moved(shift, 0))).score.lattice_right is right


def test_a_pitch_error_adds_up_over_the_board() -> None:
    wrong = replace(LATTICE, pitch=(16.5, 16.0))
    assert center_error(wrong, LATTICE) == pytest.approx(1.0)


def test_the_summary_counts_boards_and_refusals_apart() -> None:
    results = [
        judge(screen(), seeing(BOARD, LATTICE)),
        judge(screen(), refusing),
        judge(screen(), seeing(BOARD.with_labels({Cell(0): Label.THREE}), LATTICE)),
        judge(screen(REFUSE), refusing),
        judge(screen(REFUSE), seeing(BOARD, LATTICE)),
    ]
    counts = asdict(summarize(results))
    assert {key: counts[key] for key in list(counts)[:7]} == {
        "screens": 5,
        "boards": 3,
        "lattice_right": 3,
        "exact": 1,
        "wrong_unwarned": 2,
        "must_refuse": 2,
        "refused_right": 1,
    }
    assert counts["cell_accuracy"] == pytest.approx(17 / 27, abs=1e-6)
    assert counts["read_ms_median"] == 2.0


def test_nothing_to_count_is_no_error() -> None:
    assert summarize([]).cell_accuracy == 0


def test_results_come_in_the_order_of_the_screens() -> None:
    screens = [replace(screen(), name=str(k)) for k in range(5)]
    results = judge_all(lambda one: judge(one, refusing), screens)
    assert [result.score.screen for result in results] == ["0", "1", "2", "3", "4"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"board": 5}, "key 'board' must be a list of strings"),
        ({"board": ["01", "1"]}, "rows must be equally long"),
        ({"board": ["0z", "11"]}, "is no cell"),
        ({"rows": 4}, "key 'rows' says 4, the board has 3"),
        ({"topology": "cube"}, "key 'topology': no topology 'cube'"),
        ({"topology": "hexagon", "offset": "sideways"}, "key 'offset': a hexagon board has"),
        ({"topology": "triangle", "points_up": "left"}, "key 'points_up': a triangle board has"),
        ({"offset": "odd-rows"}, "key 'offset': a square board has no variant"),
        ({"lattice": None}, "key 'lattice'"),
        ({"lattice": {"first_cell_center": [1], "pitch": [2, 2]}}, "lattice.first_cell_center"),
        ({"lattice": {"first_cell_center": [1, 1], "pitch": [0, 2]}}, "pitch"),
        ({"lattice": {"first_cell_center": [1, 1], "pitch": [True, 2]}}, "pitch"),
        ({"lattice": {"first_cell_center": [1, 1], "pitch": [2, math.nan]}}, "pitch"),
        ({"lattice": {"first_cell_center": [math.inf, 1], "pitch": [2, 2]}}, "first_cell_center"),
        ({"lattice": {"offset": "odd-cols"}}, "'lattice.offset' is said beside 'lattice'"),
        ({"mines": 99}, "key 'mines': 99 mines do not fit"),
        ({"mines": -1}, "key 'mines': -1 mines do not fit"),
    ],
)
def test_a_bad_truth_is_named(change: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message) as error:
        parse_truth({**TRUTH, **change}, "a.json")
    assert str(error.value).startswith("a.json: ")


def test_a_truth_without_a_board_says_why() -> None:
    assert parse_truth({"board": None, "why": "paused"}, "a.json") == Truth(None, None, "paused")


def write(folder: Path, name: str, truth: object) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(folder / f"{name}.png"), PICTURE)
    (folder / f"{name}.json").write_text(json.dumps(truth))


def test_screens_are_found_in_subfolders_and_named_by_path(tmp_path: Path) -> None:
    write(tmp_path / "game", "mid", TRUTH)
    write(tmp_path, "none", {"board": None, "why": "no board"})
    screens = load_screens(tmp_path)
    assert [one.name for one in screens] == ["game/mid", "none"]
    assert np.array_equal(screens[0].load(), PICTURE)


def test_a_folder_that_is_missing_or_empty_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such folder"):
        load_screens(tmp_path / "nothing")
    with pytest.raises(UsageError, match="no PNG pictures"):
        load_screens(tmp_path)


def test_a_picture_without_truth_and_a_truth_without_picture_are_named(tmp_path: Path) -> None:
    write(tmp_path, "a", TRUTH)
    (tmp_path / "a.json").unlink()
    with pytest.raises(UsageError, match=r"a\.png: its truth a\.json is missing"):
        load_screens(tmp_path)
    write(tmp_path, "a", TRUTH)
    (tmp_path / "b.json").write_text("{}")
    with pytest.raises(UsageError, match=r"b\.json: a JSON file here .* there is no b\.png"):
        load_screens(tmp_path)


@pytest.mark.parametrize("text", ["{", "[1, 2]", "\x00", "[" * 3000])
def test_a_truth_that_is_no_json_object_is_named(tmp_path: Path, text: str) -> None:
    write(tmp_path, "a", TRUTH)
    (tmp_path / "a.json").write_text(text)
    with pytest.raises(UsageError, match=r"a\.json"):
        load_screens(tmp_path)


@pytest.mark.parametrize("data", [b"", b"not a picture"])
def test_a_broken_picture_is_named(tmp_path: Path, data: bytes) -> None:
    write(tmp_path, "a", TRUTH)
    (tmp_path / "a.png").write_bytes(data)
    with pytest.raises(UsageError, match=r"a\.png: "):
        load_screens(tmp_path)[0].load()


def test_distorted_screens_keep_their_board_and_move_their_lattice(tmp_path: Path) -> None:
    write(tmp_path, "a", TRUTH)
    changed = distorted(load_screens(tmp_path))
    assert len(changed) == len(MILD)
    doubled = next(one for one in changed if one.name == "a scale 2")
    assert doubled.load().shape == (160, 160, 3)
    assert doubled.truth.lattice is not None
    assert doubled.truth.lattice.pitch == (32.0, 32.0)
    assert doubled.truth.lattice.first_cell_center == (40.5, 40.5)
    assert doubled.truth.board == parse_truth(TRUTH, "a").board


def test_a_failure_is_drawn_with_a_caption_above_the_picture() -> None:
    result = judge(screen(), seeing(BOARD.with_labels({Cell(0): Label.THREE}), LATTICE))
    drawn = draw_failure(PICTURE, result)
    assert drawn.shape[0] > PICTURE.shape[0]
    assert (drawn != 90).any()
    refused = Result(judge(screen(REFUSE), refusing).score, REFUSE)
    assert draw_failure(PICTURE, refused).shape == drawn.shape


def run(*arguments: str) -> tuple[int, str]:
    outcome = CliRunner().invoke(command, list(arguments))
    if outcome.exception is not None and not isinstance(outcome.exception, SystemExit):
        return 2, str(outcome.exception)
    return outcome.exit_code, outcome.output


def test_json_has_a_line_a_screen_and_a_last_line_of_counts(tmp_path: Path) -> None:
    write(tmp_path, "a", {"board": None, "why": "a plain picture"})
    write(tmp_path, "b", {"board": None, "why": "a plain picture"})
    code, output = run("--screens", str(tmp_path), "--json")
    lines = [json.loads(line) for line in output.splitlines()]
    assert code == 0
    assert [line["screen"] for line in lines[:-1]] == ["a", "b"]
    assert list(lines[-1]) == [
        "screens",
        "boards",
        "lattice_right",
        "exact",
        "wrong_unwarned",
        "must_refuse",
        "refused_right",
        "cell_accuracy",
        "find_ms_median",
        "read_ms_median",
    ]
    assert (lines[-1]["must_refuse"], lines[-1]["refused_right"]) == (2, 2)


def test_synthetic_screens_can_be_written_as_pictures_with_truth(tmp_path: Path) -> None:
    code, _ = run("--synthetic", "2", "--seed", "8", "--write", str(tmp_path / "made"))
    assert code == 0
    assert [one.name for one in load_screens(tmp_path / "made")] == ["000008", "000009"]


@pytest.mark.parametrize("arguments", [(), ("--screens", "x", "--synthetic", "3")])
def test_screens_and_synthetic_exclude_each_other(arguments: tuple[str, ...]) -> None:
    code, message = run(*arguments)
    assert (code, "one of them" in message) == (2, True)


def test_covered_screens_keep_their_truth_beneath_a_patch_at_one_place() -> None:
    kept = load_screens(Path(__file__).parent.parent / "fixtures" / "screens" / "xdemineur")
    boards = [screen for screen in kept if screen.truth.board is not None][:3]
    changed = covered(boards)
    assert [screen.name for screen in changed[:4]] == [
        f"{boards[0].name} {how}" for how in COVERINGS
    ]
    for screen, under in zip(changed, np.repeat(np.arange(3), len(COVERINGS)), strict=True):
        assert screen.truth is boards[under].truth
        picture, before = screen.load(), boards[under].load()[:, :, :3]
        assert (screen.load() == picture).all()
        rows, columns = np.nonzero((picture != before).any(axis=2))
        lattice = screen.truth.lattice
        assert lattice is not None
        size = np.array([np.ptp(columns), np.ptp(rows)]) if len(rows) else np.zeros(2)
        assert (size <= np.array(lattice.pitch) * 6 + 1).all()
