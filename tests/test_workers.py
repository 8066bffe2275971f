"""Work divided among processes comes back in order, and only as much as is asked for is begun."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from itertools import count, islice
from pathlib import Path

import pytest
from click.testing import CliRunner

from autoplay.bench.workers import worked_off
from autoplay.cli.main import group


@pytest.mark.parametrize("workers", [1, 2])
def test_results_come_in_the_order_of_the_jobs(workers: int) -> None:
    assert list(worked_off(abs, [-3, 2, -1, 0], workers)) == [3, 2, 1, 0]


def test_jobs_without_number_are_taken_a_few_ahead() -> None:
    coming = worked_off(abs, count(), 2)
    assert list(islice(coming, 20)) == list(range(20))


def test_an_error_of_a_job_is_raised_here() -> None:
    with pytest.raises(TypeError):
        list(worked_off(len, [1, 2], 2))  # type: ignore[arg-type]


@pytest.mark.usefixtures("ctrl_c")
def test_an_interrupt_that_a_job_lost_ends_the_work_before_the_next_job() -> None:
    begun = []

    def work(job: int) -> int:
        begun.append(job)
        if job == 1:
            with suppress(KeyboardInterrupt):  # as Python itself does in a clean-up
                signal.raise_signal(signal.SIGTERM)
        return job

    with pytest.raises(KeyboardInterrupt):
        list(worked_off(work, range(9), 1))
    assert begun == [0, 1]


HELD_UP = """
from itertools import count
from autoplay.bench.workers import worked_off

if __name__ == "__main__":
    for done in worked_off(abs, range(1000), 2):
        print(done, flush=True)
        input()
"""


def test_processes_end_with_the_command_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "held_up.py"
    script.write_text(HELD_UP)
    with subprocess.Popen(
        [sys.executable, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as command:
        assert command.stdout is not None
        assert command.stdout.readline() == "0\n"
        command.kill()
        # They hold the pipe as well: it ends when the last of them does.
        command.communicate(timeout=30)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_command_that_is_told_to_end_leaves_nothing_behind_without_a_word(
    workers: int, tmp_path: Path
) -> None:
    script = tmp_path / "held_up.py"
    endless = HELD_UP.replace("input()", "pass").replace("range(1000), 2", f"count(), {workers}")
    script.write_text(endless)
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as command:
        assert command.stdout is not None
        assert command.stdout.readline() == "0\n"
        command.terminate()
        _, told = command.communicate(timeout=30)
    assert told.splitlines()[-1] in ("KeyboardInterrupt", "KeyboardInterrupt: SIGTERM")
    assert "resource_tracker" not in told


STOPPED = """
from autoplay.cli import progress_told
from autoplay.cli.main import main

if __name__ == "__main__":
    progress_told.FIRST = 0.0
    main("simulate --level 5x5/4 --policy lowest_risk --games 1000000 --jobs JOBS".split())
"""


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="signals of POSIX")
def test_a_simulation_that_is_told_to_end_reports_what_was_played(
    jobs: int, name: str, tmp_path: Path
) -> None:
    script = tmp_path / "stopped.py"
    script.write_text(STOPPED.replace("JOBS", str(jobs)))
    number = getattr(signal, name)
    outer = signal.signal(number, signal.SIG_DFL)  # under nohup it is ignored
    try:
        command = subprocess.Popen(
            [sys.executable, str(script)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "XDG_STATE_HOME": str(tmp_path)},
        )
    finally:
        signal.signal(number, outer)
    with command:
        assert command.stderr is not None
        assert command.stderr.readline().startswith("50 of 1000000 games: won ")
        command.send_signal(number)
        report, told = command.communicate(timeout=30)
    assert command.returncode == 130
    assert "lowest_risk" in report
    assert told.splitlines()[-1].startswith("stopped after ")
    assert "Traceback" not in told


KILLED = """
import os, signal
from autoplay.bench import simulate
from autoplay.cli.main import main

def dies(setup, games, play=simulate.play_chunk):
    if 400 in games:
        os.kill(os.getpid(), signal.SIGKILL)
    return play(setup, games)

if __name__ == "__mp_main__":
    simulate.play_chunk = dies

if __name__ == "__main__":
    main("simulate --level 5x5/4 --policy lowest_risk --games 1000 --jobs 2 --json".split())
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="signals of POSIX")
def test_a_worker_that_is_killed_is_one_line_behind_what_was_played(tmp_path: Path) -> None:
    script = tmp_path / "killed.py"
    script.write_text(KILLED)
    done = subprocess.run(
        [sys.executable, str(script)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "XDG_STATE_HOME": str(tmp_path)},
    )
    games = json.loads(done.stdout)["games"]
    assert games >= 200  # the four chunks that were done before that one was handed out
    assert done.stderr.splitlines() == [
        f"stopped after {games} of 1000 games; --resume goes on",
        "autoplay: a worker process was killed, perhaps for lack of memory; use fewer processes",
    ]
    assert done.returncode == 2
    (journal,) = (tmp_path / "autoplay").glob("simulation-*.jsonl")
    assert len(journal.read_text().splitlines()) == 1 + games


INTERRUPTED = """
import os, signal
from autoplay.bench.workers import worked_off
from autoplay.errors import UsageError

if __name__ == "__mp_main__":
    os.kill(os.getpid(), signal.SIGINT)

if __name__ == "__main__":
    try:
        list(worked_off(abs, range(2), 2))
    except UsageError:
        print("ended")
"""


@pytest.mark.usefixtures("ctrl_c")
@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="Windows cannot block signals")
def test_a_process_that_ctrl_c_reaches_while_it_still_imports_ends_without_a_word(
    tmp_path: Path,
) -> None:
    script = tmp_path / "interrupted.py"
    script.write_text(INTERRUPTED)
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.stdout, done.stderr) == ("ended\n", "")


@pytest.mark.parametrize(
    "arguments",
    [["simulate", "--jobs"], ["bench", "faults", "--jobs"], ["bench", "vision", "--workers"]],
)
def test_more_processes_than_any_system_has_are_refused(arguments: list[str]) -> None:
    done = CliRunner().invoke(group, [*arguments, "9" * 20])
    assert done.exit_code == 2
    assert "is not in the range 1<=x<=" in done.output


def _ignores(_: int) -> bool:
    return signal.getsignal(signal.SIGINT) is signal.SIG_IGN


@pytest.mark.usefixtures("ctrl_c")
def test_processes_of_a_command_in_the_background_ignore_ctrl_c_as_it_does() -> None:
    assert not any(worked_off(_ignores, range(2), 2))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    assert all(worked_off(_ignores, range(2), 2))
