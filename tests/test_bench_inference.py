"""`autoplay bench inference` measures speed and error on positions with known answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from autoplay.bench.inference import Position, measure, read_positions
from autoplay.errors import UsageError
from autoplay.inference import kernel_available

EXPERT = Path(__file__).parent.parent / "fixtures" / "positions" / "expert_positions.json"


def test_a_wrong_answer_in_the_file_is_seen_as_an_error(tmp_path: Path) -> None:
    position = json.loads(EXPERT.read_text())["positions"][0]
    assert measure(_read(tmp_path, position), "auto", 1).largest_error < 1e-9
    position["interior_mine_probability"] += 0.01
    assert measure(_read(tmp_path, position), "auto", 1).largest_error == pytest.approx(0.01)


def test_a_probability_that_the_file_lacks_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "positions.json"
    file.write_text(_entry(rows=["1#"], interior_mine_probability=None))
    assert measure(read_positions(file), "auto", 1).largest_error == float("inf")


def test_a_position_with_nothing_covered_has_no_error(tmp_path: Path) -> None:
    file = tmp_path / "positions.json"
    file.write_text(_entry(rows=["00"], mines=0, interior_mine_probability=None))
    assert measure(read_positions(file), "auto", 1).largest_error == 0


def _entry(**changed: object) -> str:
    entry = {"rows": ["##"], "mines": 1, "frontier_mine_probability": {}}
    return json.dumps({"positions": [entry | {"interior_mine_probability": 0.5} | changed]})


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("nonsense", "no positions"),
        ("[" * 100_000, "no positions"),
        ('{"positions": 5}', "no positions"),
        ('{"positions": {"a": 5}}', "no positions"),
        ('{"positions": []}', "there are no positions"),
        ('{"positions": [7]}', "position 0"),
        ('{"positions": [[[[]]]]}', "position 0"),
        ('{"positions": [{"rows": ["#"]}]}', "position 0"),
        (_entry(rows=[5]), "position 0"),
        (_entry(mines=None), r"position 0: .*mines"),
        (_entry(interior_mine_probability="much"), r"position 0: .*interior_mine_probability"),
        (_entry(interior_mine_probability=7), "position 0"),
        (_entry(frontier_mine_probability={"0,0": "much"}), "position 0"),
        (_entry(frontier_mine_probability={"9,9": 0.5}), "position 0"),
        (_entry(interior_mine_probability=[0.5, 0.5, 0.5]), "position 0"),
    ],
)
def test_a_file_of_no_positions_is_named(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "positions.json"
    file.write_text(text)
    with pytest.raises(UsageError, match=says):
        read_positions(file)


@pytest.mark.parametrize("engine", ["kernel", "python"])
def test_a_position_that_no_layout_fits_is_named(engine: str, tmp_path: Path) -> None:
    if engine == "kernel" and not kernel_available():
        pytest.skip("no compiled kernel here")
    file = tmp_path / "positions.json"
    file.write_text(_entry(rows=["1#", "2#"], mines=2))
    with pytest.raises(UsageError, match=r"positions\.json: position 0: .* shows 2"):
        measure(read_positions(file), engine, 1)


def _read(folder: Path, position: object) -> list[Position]:
    file = folder / "positions.json"
    file.write_text(json.dumps({"positions": [position]}))
    return read_positions(file)
