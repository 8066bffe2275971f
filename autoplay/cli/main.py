"""The `autoplay` command: finds the subcommand, and turns every error into one line."""

from __future__ import annotations

import codecs
import io
import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import click
import platformdirs

from autoplay import __version__
from autoplay.cli.lazy import LazyGroup
from autoplay.errors import AutoplayError, StoppedError, UsageError
from autoplay.files import write_whole
from autoplay.words import ZERO

COMMANDS = {
    "run": ("run", "Play the Minesweeper on the screen to its end."),
    "calibrate": ("calibrate", "Find the Minesweeper on the screen, learn how it looks."),
    "profiles": ("profiles", "List, rename or delete the games it knows."),
    "read": ("read", "Read the Minesweeper board in a picture, such as a screenshot."),
    "solve": ("solve", "Analyze a board: exact risks, the best move, and why."),
    "simulate": ("simulate", "Play many games without a screen; print the win rate."),
    "replay": ("replay", "Run a recorded game again, every decision made anew."),
    "fixture": ("fixture", "Keep a recording as a replay that the tests run."),
    "bench": ("bench", "Measure: strength, speed, and how well boards are read."),
    "demo": ("demo", "Watch a game being played, no display needed."),
    "doctor": ("doctor", "Check display, capture, clicks, stop key and engine."),
}
"""Command name to the module of this package that holds it as ``command``, and its line of help."""


THREADS = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
"""What tells numpy's libraries how many threads a matrix product may take; read at its import.

Ours are a millisecond long: handing them out costs more than it saves, and twice the CPU time of a
whole game where other programs keep the cores busy.
"""

UNCHOSEN = ("strict", "surrogateescape", "backslashreplace")
"""What Python does by itself with characters that an output's encoding lacks: the second is of
standard output where no locale is set, the last of standard error."""

READER_LEFT = 128 + 13
"""Exit code where nobody reads the output any more: 128 and the number of SIGPIPE."""

UNEXPECTED = 70
"""Exit code of an error that nothing foresaw, as sysexits.h has it: no lost game."""


NO_ARGUMENTS: Any = getattr(click.exceptions, "NoArgsIsHelpError", ())
"""What click 8.2 raises where a group is given no command; older versions print its help."""


class MainGroup(LazyGroup):
    """The top of the command line; ``--calibrate`` is a command's name in its older spelling."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the group's own arguments, ``--calibrate`` taken as the command it names."""
        if args[:1] == ["--calibrate"]:
            args = ["calibrate", *args[1:]]
        return super().parse_args(ctx, args)

    def make_context(self, *args: Any, **settings: Any) -> click.Context:
        """Return click's own context; `--help` and `--version` are printed here."""
        with _reader_may_leave():
            return super().make_context(*args, **settings)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command and return its exit code; StoppedError where Ctrl-C ends it.

        click would end the line of its ^C itself, which a terminal that was closed does not take.
        """
        with _reader_may_leave():
            try:
                done = super().invoke(ctx)
            except KeyboardInterrupt:
                with suppress(OSError):
                    click.echo(err=True)
                raise StoppedError("stopped") from None
            sys.stdout.flush()
            return done


@contextmanager
def _reader_may_leave() -> Iterator[None]:
    """Stop quietly where the reader of our output goes away, as `head` does.

    Caught before click sees it, which would exit with the code of a lost game. The code is that of
    a program which SIGPIPE ends, as shells expect it.
    """
    try:
        yield
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise click.exceptions.Exit(READER_LEFT) from None


@click.group(
    cls=MainGroup,
    table=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="autoplay")
def group() -> None:
    """Play any Minesweeper on the screen: find it, read it, work out the risks, click.

    Begin with a Minesweeper open: `autoplay run`. To see how it works without one: `autoplay demo`.
    `autoplay --calibrate` is `autoplay calibrate`.

    Exit codes: 0 won or done, 1 lost, 2 usage or set-up, 3 could not read, 4 desktop, 5 nothing
    certain left (--guess never) that carries no flag of yours, 70 an error in autoplay itself, 130
    stopped, 141 the reader of its output left. What checks (replay, some of bench) ends in 1 where
    something is not as it should be.
    """


def main(args: list[str] | None = None) -> None:
    """Run the command line and exit with its code; errors are one line on standard error."""
    for name in THREADS:
        os.environ.setdefault(name, "1")
    _let_anything_be_told()
    try:
        code = group.main(args, prog_name="autoplay", standalone_mode=False)
    except AutoplayError as error:
        if isinstance(error, StoppedError) and error.told:
            _leave(error.exit_code)
        notes = getattr(error, "__notes__", ())
        _fail("\nautoplay: ".join([str(error), *notes]), error.exit_code)
    except NO_ARGUMENTS as error:
        error.show()  # the help
        sys.exit(2)
    except click.ClickException as error:
        _fail(_in_one_line(error), 2)
    except (click.Abort, KeyboardInterrupt):
        _fail("stopped", StoppedError.exit_code)
    except ImportError as error:
        # OpenCV without libGL, for one: a set-up that is not complete.
        _fail(f"cannot start: {error}; `autoplay doctor` says what to install", 2)
    except OSError as error:
        _fail(f"{error.filename or 'output'}: {error.strerror or error}", 2)
    except Exception as error:  # noqa: BLE001  # the last resort: a person never sees a traceback
        what = " ".join(str(error).split())
        _fail(f"unexpected {type(error).__name__}: {what}; {_keep_traceback()}", UNEXPECTED)
    sys.exit(code if isinstance(code, int) else 0)


def _in_one_line(error: click.ClickException) -> str:
    """Return what click says of a wrong command line, and whose help says more."""
    message = " ".join(error.format_message().split()).rstrip(".")
    message = message[:1].lower() + message[1:]
    context = error.ctx if isinstance(error, click.UsageError) else None
    return message if context is None else f"{message}; see `{context.command_path} --help`"


def _let_anything_be_told() -> None:
    """Let no closed output, and no character that its encoding lacks, end a command.

    Where standard output or error is closed, what is told goes nowhere: the next file that is
    opened would be given its number, and ``print`` takes output for error.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  # for good
            setattr(sys, name, nowhere)
    codecs.register_error("plainer", _plainer)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors in UNCHOSEN:
            stream.reconfigure(errors="plainer")


def _plainer(error: UnicodeError) -> tuple[str | bytes, int]:
    """Return what is told for characters that an encoding lacks, and where the text goes on."""
    if isinstance(error, UnicodeEncodeError) and error.object[error.start] == ZERO:
        return ".", error.start + 1
    return codecs.backslashreplace_errors(error)


def _keep_traceback() -> str:
    """Write the traceback of the error being handled to a file; return words that say where."""
    path = platformdirs.user_log_path("autoplay") / "last-error.txt"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, traceback.format_exc().encode())
    except (OSError, UsageError) as problem:
        return f"no details could be kept: {problem}"
    return f"details are in {path}"


def _fail(message: str, code: int) -> None:
    with suppress(OSError):  # a terminal that was closed takes no line
        click.echo(f"autoplay: {message}", err=True)
    _leave(code)


def _leave(code: int) -> None:
    """Exit with this code, also where the output takes nothing any more: Python, which writes what
    is left of it at the end, would exit with another."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    sys.exit(code)
