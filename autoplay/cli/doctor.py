"""`autoplay doctor`: tries out everything play needs, and prints for each pass or the fix."""

from __future__ import annotations

import importlib
import os
import platform
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import click

from autoplay import __version__
from autoplay.calibration import FREE_IT, Library
from autoplay.cli.exampled import Exampled
from autoplay.cli.json_line import echo_json
from autoplay.desktop.diagnosis import (
    Check,
    check_capture,
    check_clicks,
    describe_monitors,
    target_place,
)
from autoplay.desktop.foreign import Translated
from autoplay.desktop.real import real_machine
from autoplay.desktop.session import session_problem
from autoplay.desktop.target import open_target
from autoplay.desktop.watch import DEFAULT_STOP_KEY
from autoplay.errors import AutoplayError, DesktopError, StoppedError
from autoplay.files import check_room

ON_SCREEN = ("session", "monitors", "capture", "click", "stop key")
"""What is tried on a screen, in this order."""


@click.command(
    cls=Exampled,
    examples=[
        "autoplay doctor",
        "autoplay doctor --stop-key F8",
    ],
)
@click.option("--stop-key", default=DEFAULT_STOP_KEY, show_default=True, help="The key to try.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line.")
@click.pass_context
def command(ctx: click.Context, *, stop_key: str, as_json: bool) -> None:
    """Check display, scale, capture, clicks, stop key, engine, folders and profiles.

    A small window of its own is shown for a moment and clicked. Exit code 0 when all is well, 4
    when something needs a fix.
    """
    checks = [
        check_program(),
        check_engine(),
        check_vision(),
        check_folder(config_folder()),
        check_games(Library.usual()),
        *check_desktop(stop_key),
    ]
    if as_json:
        echo_json(_report(checks))
    else:
        _print(checks)
    ctx.exit(0 if all(check.state == "pass" for check in checks) else DesktopError.exit_code)


def check_program() -> Check:
    """Say what runs here."""
    found = f"autoplay {__version__}, Python {platform.python_version()}, {platform.platform()}"
    return Check("program", found)


def check_engine() -> Check:
    """Say which inference engine is active; both are right, the kernel is fast."""
    from autoplay.inference import active_engine

    engine = active_engine()
    hint = "" if engine == "kernel" else " (exact, but slower: install a C++ compiler, then again)"
    return Check("engine", engine + hint)


def check_vision() -> Check:
    """Try the picture library, which needs system libraries on Linux."""
    try:
        with Translated("load OpenCV"):
            library = importlib.import_module("cv2")
    except DesktopError as error:
        fix = "install its system libraries (Debian: apt-get install libgl1 libglib2.0-0)"
        return Check("vision", str(error), fix)
    return Check("vision", f"OpenCV {library.__version__}")


def config_folder() -> Path:
    """Return where the user's profiles are kept."""
    import platformdirs

    return platformdirs.user_config_path("autoplay")


def check_folder(folder: Path) -> Check:
    """Try to write in the folder, or in the nearest one above it that exists."""
    try:
        check_room(folder)
    except OSError as error:
        return Check("profiles", f"{folder}: {error.strerror}", FREE_IT)
    return Check("profiles", f"{folder} can be written")


def check_games(library: Library) -> Check:
    """Say how many games are known, or name the first profile or skin that cannot be used."""
    damaged = library.damaged()
    if not damaged:
        return Check("games", f"{len(library.names())} profiles can be used")
    found, _, fix = str(damaged[0]).partition("; ")
    more = f" (and {len(damaged) - 1} more)" if len(damaged) > 1 else ""
    return Check("games", found + more, fix)


def check_desktop(stop_key: str) -> list[Check]:
    """Try screen, pointer and stop key; what cannot be tried for what failed is said to be so."""
    problem = session_problem(os.environ)
    if problem is not None:
        return _failed([], problem)
    kind = os.environ.get("DISPLAY", "") if sys.platform.startswith("linux") else sys.platform
    checks: list[Check] = []
    try:
        with real_machine(stop_key=None) as machine:
            checks.append(Check("session", f"display {kind}"))
            checks.append(describe_monitors(machine))
            target = open_target(*target_place(machine.screen.monitors()[0]))
            try:
                checks.append(check_capture(machine, target))
                checks.append(check_clicks(machine, target))
            finally:
                target.close()
    except AutoplayError as error:
        return _failed(checks, str(error))
    return [*checks, _tried("stop key", lambda: _try_stop_key(stop_key))]


def _failed(checks: list[Check], problem: str) -> list[Check]:
    """Return the checks made, the one after them with its problem, and those then not tried."""
    found, _, fix = problem.partition("; ")
    name, *others = ON_SCREEN[len(checks) :]
    failed = Check(name, found, fix or "see the README, part 'What was run where'")
    why = f"not tried: the {name} needs a fix first"
    return [*checks, failed, *(Check(other, why, tried=False) for other in others)]


def _try_stop_key(stop_key: str) -> str:
    with real_machine(stop_key) as machine, suppress(StoppedError):  # the mouse in a corner
        machine.watch.check()
    return f"{stop_key} is free, and is heard whatever window has the focus"


def _tried(name: str, attempt: Callable[[], str]) -> Check:
    try:
        return Check(name, attempt())
    except AutoplayError as error:
        found, _, fix = str(error).partition("; ")
        return Check(name, found, fix or "try again")


def _report(checks: list[Check]) -> dict[str, object]:
    return {
        "ok": all(check.state == "pass" for check in checks),
        "checks": [
            {
                "name": check.name,
                "state": check.state,
                "found": check.found,
                "fix": check.fix,
            }
            for check in checks
        ],
    }


def _print(checks: list[Check]) -> None:
    colors = {"pass": "green", "fix": "red", "skip": "yellow"}
    for check in checks:
        state = click.style(f"{check.state:<4}", fg=colors[check.state])
        click.echo(f"{state}  {check.name:<9} {check.found}")
        if check.fix:
            click.echo(f"      {'':<9} fix: {check.fix}")
