"""A real scheduler and two worker processes on loopback, one of them killed in the middle."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import autoplay
from autoplay.bench.cluster import ClusterRunner
from autoplay.bench.simulate import LocalRunner, Setup, Tally, simulate
from autoplay.errors import UsageError
from autoplay.game import Cell, make_topology

pytest.importorskip("distributed")
# Dask's own clean-up of sockets and event loops is not ours to judge.
pytestmark = pytest.mark.filterwarnings("default")

GAMES = 600
SETUP = Setup(make_topology("square", 9, 9), 10, start=Cell(0), policy="lowest_risk", seed=3)


@dataclass
class Cluster:
    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]


def _dask(*arguments: str, **variables: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "distributed.cli." + arguments[0], *arguments[1:]]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, stdout=quiet, stderr=quiet, env={**os.environ, **variables})


def _dask_worker(
    address: str, name: str, folder: Path, **variables: str
) -> subprocess.Popen[bytes]:
    return _dask(
        "dask_worker", address, "--host", "127.0.0.1", "--nthreads", "1", "--no-nanny",
        "--no-dashboard", "--name", name, "--local-directory", str(folder / name),
        **variables,
    )  # fmt: skip


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    place = tmp_path / "scheduler.json"
    with ExitStack() as stack:
        scheduler = _dask(
            "dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
            "--scheduler-file", str(place),
        )  # fmt: skip
        stack.callback(_end, scheduler)
        deadline = time.monotonic() + 60
        while not place.exists():
            assert time.monotonic() < deadline, "the scheduler did not start"
            time.sleep(0.05)
        address = json.loads(place.read_text())["address"]
        workers = []
        for name in ("one", "two"):
            worker = _dask_worker(address, name, tmp_path)
            stack.callback(_end, worker)
            workers.append(worker)
        _wait_for_workers(address, len(workers))
        yield Cluster(address, scheduler, workers)


def _wait_for_workers(address: str, count: int) -> None:
    import distributed

    connect: Any = distributed.Client
    with connect(address, timeout=30, set_as_default=False) as client:
        client.wait_for_workers(count, timeout=60)


def _wins(tally: Tally) -> dict[int, bool]:
    return {index: played.won for index, played in sorted(tally.results.items())}


def test_a_killed_worker_costs_nothing_but_its_chunk(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("autoplay.bench.cluster.AHEAD", 3)  # of twelve
    here, there = Tally(), Tally()
    for _ in simulate(SETUP, GAMES, LocalRunner(1), here):
        pass
    for number, _ in enumerate(simulate(SETUP, GAMES, ClusterRunner(cluster.address), there)):
        if number == 1:
            _end(cluster.workers[0])
    assert _wins(there) == _wins(here)
    assert there.games == GAMES


def test_a_lost_scheduler_is_one_line(cluster: Cluster, capfd: pytest.CaptureFixture[str]) -> None:
    played = simulate(SETUP, 20 * GAMES, ClusterRunner(cluster.address), Tally())
    next(played)
    _end(cluster.scheduler)
    with pytest.raises(UsageError, match="was lost; start it again with: dask scheduler") as error:
        list(played)
    assert "\n" not in str(error.value)
    assert "Traceback" not in capfd.readouterr().err


def test_a_worker_with_another_build_is_one_line(cluster: Cluster, tmp_path: Path) -> None:
    other = tmp_path / "autoplay"
    unused = shutil.ignore_patterns("vision", "__pycache__")
    shutil.copytree(Path(autoplay.__file__).parent, other, ignore=unused)
    with (other / "policy" / "lowest_risk.py").open("a") as source:
        source.write("\n# It ties otherwise.\n")
    variables = {"PYTHONPATH": str(tmp_path), "PYTHONSAFEPATH": "1"}  # not the folder it starts in
    late = _dask_worker(cluster.address, "late", tmp_path, **variables)
    try:
        _wait_for_workers(cluster.address, 3)
        with pytest.raises(UsageError, match="another build of autoplay: 0") as error:
            list(simulate(SETUP, 20 * GAMES, ClusterRunner(cluster.address), Tally()))
    finally:
        _end(late)
    assert "install the same build on every machine" in str(error.value)
    assert "\n" not in str(error.value)


@pytest.fixture
def unforgiving(monkeypatch: pytest.MonkeyPatch) -> None:
    """A scheduler that gives a chunk up after the first worker that died with it."""
    monkeypatch.setenv("DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES", "0")


@pytest.mark.usefixtures("unforgiving")
def test_games_that_worker_after_worker_died_with_are_one_line(cluster: Cluster) -> None:
    played = simulate(SETUP, 20 * GAMES, ClusterRunner(cluster.address), Tally())
    next(played)
    _end(cluster.workers[0])
    with pytest.raises(UsageError, match="died of the same games") as error:
        list(played)
    assert "\n" not in str(error.value)


def test_an_unreachable_cluster_is_one_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        with pytest.raises(UsageError, match="no Dask scheduler answers") as error:
            list(ClusterRunner(f"tcp://127.0.0.1:{port}").run([(SETUP, (0,))]))
    assert "\n" not in str(error.value)
