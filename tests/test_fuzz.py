"""Damaged input is read or refused in one line; the campaign that tells counts what it sees."""

from __future__ import annotations

import json
import os
import random
import tempfile
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from autoplay.bench.fuzz import MOST_MIB, Report, Try, campaign
from autoplay.bench.fuzz_targets import Target, make_targets
from autoplay.bench.mutations import MUTATIONS, mutated
from autoplay.bench.picture_mutations import LARGEST
from autoplay.bench.picture_mutations import MUTATIONS as PICTURE_MUTATIONS
from autoplay.cli.main import group, main
from autoplay.errors import LONGEST_MESSAGE, UsageError
from autoplay.vision.picture import load_picture
from autoplay.vision.sight import Sight

INPUTS = 1500


def test_damaged_input_is_read_or_refused_in_one_line() -> None:
    report, wrong = Report(), []
    for tried in campaign(INPUTS, seed=1):
        report.add(tried)
        if tried.is_wrong:
            wrong.append(tried)
    assert wrong == []
    assert report.is_clean
    assert len(report.targets) >= 10
    assert min(report.endings["read"], report.endings["refused"]) > INPUTS / 20


def test_an_input_depends_on_its_number_alone() -> None:
    everyone = list(campaign(20, seed=7))
    alone = list(campaign(20, seed=7, only=13))
    assert [(t.target, t.file, t.ending) for t in alone] == [
        (t.target, t.file, t.ending) for t in everyone[13:14]
    ]


def test_nothing_is_left_in_the_temporary_folder_by_a_reader_that_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert len(list(campaign(1, seed=1))) == 1
    assert list(tmp_path.iterdir()) == []


def _hangs(folder: Path) -> None:
    while (folder / "text").exists():
        pass


def _dies(_: Path) -> None:
    os._exit(3)


def _complains(_: Path) -> None:
    os.write(2, b"libx: bad")


def _troublesome(_: Path) -> tuple[Target, ...]:
    text = ({"text": b"x"},)
    reads = {"hangs": _hangs, "dies": _dies, "complains": _complains, "reads": Path.exists}
    return tuple(Target(name, text, read) for name, read in reads.items())


def test_an_input_that_hangs_kills_or_makes_its_reader_write_is_told_and_the_others_are_read(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("autoplay.bench.fuzz.SLOWEST", 1.0)
    tried = list(campaign(16, seed=1, make=_troublesome))
    assert [each.index for each in tried] == list(range(16))
    assert {(each.target, each.ending, each.message) for each in tried} == {
        ("hangs", "hang", "no end within 1 s"),
        ("dies", "broken", "the program ended"),
        ("complains", "broken", "on standard error: libx: bad"),
        ("reads", "read", ""),
    }
    assert capfd.readouterr().err == ""


def _ends_at_once(_: Path) -> tuple[Target, ...]:
    os._exit(1)


def test_a_process_that_dies_before_it_says_a_word_ends_no_campaign() -> None:
    tried = list(campaign(2, seed=1, make=_ends_at_once))
    assert [(each.index, each.ending) for each in tried] == [(0, "broken"), (1, "broken")]


def test_ctrl_c_while_a_result_is_counted_ends_no_report(monkeypatch: pytest.MonkeyPatch) -> None:
    add = Report.add

    def add_and_stop(report: Report, tried: Try) -> None:
        add(report, tried)
        if tried.index == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr(Report, "add", add_and_stop)
    tries = [Try(index, "board", "text", "read") for index in range(3)]
    monkeypatch.setattr("autoplay.bench.fuzz.campaign", lambda *_: iter(tries))
    result = CliRunner().invoke(group, ["bench", "fuzz", "--inputs", "3", "--json"])
    assert json.loads(result.stdout)["inputs"] == 2
    assert str(result.exception) == "stopped after 2 of 3 inputs"


@pytest.mark.parametrize("ending", ["broken", "hang", "large"])
def test_one_wrong_input_spoils_the_report(ending: str) -> None:
    report = Report()
    report.add(Try(0, "board", "board", "read"))
    assert report.is_clean
    report.add(Try(1, "board", "board", ending))
    assert not report.is_clean


def _grows(_: Path) -> None:
    np.ones(300 << 20, np.uint8)


def _growing(_: Path) -> tuple[Target, ...]:
    text = ({"text": b"x"},)
    return Target("grows", text, _grows), Target("reads", text, Path.exists)


def test_the_input_that_takes_more_memory_than_is_allowed_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("autoplay.bench.fuzz.MOST_MIB", 300)
    report = Report()
    large = []
    for tried in campaign(8, seed=1, make=_growing):
        report.add(tried)
        if tried.is_wrong:
            large.append(tried)
    assert [(each.target, each.ending) for each in large] == [("grows", "large")]
    assert not report.is_clean
    assert report.json()["most_mib"] == 300 < report.peak_mib


def test_the_memory_allowed_is_told_apart_from_the_most_that_was_taken() -> None:
    lines = CliRunner().invoke(group, ["bench", "fuzz", "--inputs", "0"]).output.splitlines()
    assert f"memory allowed, MiB {MOST_MIB}" in lines
    assert any(line.startswith("most memory, MiB    ") for line in lines)


def test_whole_screens_are_changed_and_looked_at(tmp_path: Path) -> None:
    target = next(each for each in make_targets(tmp_path) if each.name == "sight")
    (name, original), *_ = target.originals[0].items()
    (tmp_path / name).write_bytes(original)
    assert isinstance(target.read(tmp_path), Sight)
    for seed in range(40):
        data = target.mutate(original, random.Random(seed))
        (tmp_path / name).write_bytes(data)
        assert max(load_picture(tmp_path / name).shape[:2]) <= LARGEST


@pytest.mark.parametrize("mutation", PICTURE_MUTATIONS)
@pytest.mark.parametrize("size", [(1, 1), (1, 300), (300, 1), (60, 80)])
def test_every_change_takes_a_picture_of_any_size(mutation: object, size: tuple[int, int]) -> None:
    assert callable(mutation)
    image = np.zeros((*size, 3), np.uint8)
    for seed in range(20):
        changed = mutation(image, random.Random(seed))
        assert changed.size
        assert changed.dtype == np.uint8


@pytest.mark.parametrize("mutation", MUTATIONS)
def test_every_mutation_takes_any_bytes(mutation: object) -> None:
    assert callable(mutation)
    for data in (b"", b"\0", b'{"a": [1, 2]}', b"a = 1\n[b]\nc = 2\n"):
        for seed in range(20):
            assert isinstance(mutation(data, random.Random(seed)), bytes)


def test_mutations_change_most_inputs() -> None:
    original = b"rows = 9\ncols = 9\n"
    changed = sum(mutated(original, random.Random(seed)) != original for seed in range(100))
    assert changed > 80


def test_a_message_that_quotes_a_whole_file_stays_one_line() -> None:
    message = str(UsageError("no level '" + "9\n" * 4000 + "'; use expert"))
    assert len(message) <= LONGEST_MESSAGE
    assert len(message.splitlines()) == 1
    assert message.startswith("no level")
    assert message.endswith("use expert")


def test_a_png_with_a_flipped_bit_is_refused(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    source = Path(__file__).parents[1] / "fixtures/replays/sgt-mines/frame-0001.png"
    data = bytearray(source.read_bytes())
    data[len(data) // 2] ^= 1
    path = tmp_path / "damaged.png"
    path.write_bytes(data)
    with pytest.raises(UsageError, match="damaged"):
        load_picture(path)
    assert capfd.readouterr().err == ""


def test_the_command_prints_what_it_counted(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["bench", "fuzz", "--inputs", "3", "--json"])
    assert end.value.code == 0
    assert '"inputs": 3' in capsys.readouterr().out
