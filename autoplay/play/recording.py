"""Recordings: what was seen and decided, look by look, so that it can be run again without a game.

A recording is a folder::

    recording.json    format, topology, mines, where the cells are, and who played
    events.jsonl      every event, one a line, as `run --json` prints them
    frame-0001.png    the board's picture of the first look, and so on
    skin/             the looks known at the end

A debug bundle is a recording of the last looks; its last frame is the one that failed.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections import deque
from collections.abc import Callable
from pathlib import Path

import cv2
import msgspec

from autoplay.desktop.ports import Frame
from autoplay.errors import AutoplayError
from autoplay.game import Topology
from autoplay.play.events import AnyEvent, Finished, Looked, Result, Started, encode
from autoplay.play.screen_game import ScreenGame
from autoplay.vision.lattice import Lattice
from autoplay.vision.skin import save_skin

FORMAT = 1

BUNDLE_LOOKS = 8
"""Looks kept for a debug bundle: enough to see what led to a failure, a megabyte at most."""

MOST_BUNDLES = 20
"""Debug bundles kept; the oldest are removed."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The first thing of a recording: everything its frames need to be read."""

    format: int
    topology: str
    rows: int
    cols: int
    variant: str = ""
    mines: int | None
    first_cell_center: tuple[float, float]
    pitch: tuple[float, float]
    policy: str
    error: str | None = None


class Recorder:
    """A listener that keeps a game in a folder as it goes.

    Play is worth more than its recording: when the disk is full or not writable, the recording
    ends with one line on standard error and play goes on.
    """

    def __init__(self, game: ScreenGame, folder: Path) -> None:
        self._game, self._folder = game, folder
        self._frames = 0
        self._failed = False
        self._keep(lambda: folder.mkdir(parents=True, exist_ok=False))

    def __call__(self, event: AnyEvent) -> None:
        """Keep one event, and with a look its picture."""
        self._keep(lambda: self._write(event))

    def _write(self, event: AnyEvent) -> None:
        if isinstance(event, Looked):
            assert self._game.frame is not None
            self._frames += 1
            _write_frame(self._folder, self._frames, self._game.frame)
        with (self._folder / "events.jsonl").open("a", encoding="utf-8") as file:
            file.write(encode(event) + "\n")
        if isinstance(event, Started):
            _write_header(self._folder, self._game, event, None)
        if isinstance(event, Finished):
            save_skin(self._game.skin, self._folder / "skin")

    def _keep(self, action: Callable[[], None]) -> None:
        if self._failed:
            return
        try:
            action()
        except OSError as error:
            self._failed = True
            print(f"autoplay: recording ends: {self._folder}: {error.strerror}", file=sys.stderr)


class BlackBox:
    """A listener that remembers the last looks and writes them as a bundle when play fails."""

    def __init__(self, game: ScreenGame, home: Path) -> None:
        self._game, self._home = game, home
        self._looks: deque[tuple[Frame, list[AnyEvent]]] = deque(maxlen=BUNDLE_LOOKS)
        self._started: Started | None = None

    def __call__(self, event: AnyEvent) -> None:
        """Remember one event."""
        match event:
            case Started():
                self._started = event
            case Looked():
                assert self._game.frame is not None
                self._looks.append((self._game.frame, [event]))
            case Finished(result=Result.ERROR):
                pass
            case _ if self._looks:
                self._looks[-1][1].append(event)

    def write(self, error: AutoplayError) -> Path | None:
        """Write a bundle of this failure and return its folder; None where it cannot be kept."""
        if self._started is None:
            return None
        try:
            self._home.mkdir(parents=True, exist_ok=True)
            aside = Path(tempfile.mkdtemp(prefix=".", dir=self._home))
            self._fill(aside, self._started, error)
            folder = self._home / f"bundle-{_next_number(self._home):04d}"
            aside.replace(folder)
            _prune(self._home)
        except OSError as problem:
            print(f"autoplay: no debug bundle: {problem.strerror}", file=sys.stderr)
            return None
        return folder

    def _fill(self, folder: Path, started: Started, error: AutoplayError) -> None:
        events: list[AnyEvent] = [started]
        for number, (frame, told) in enumerate(self._looks, 1):
            _write_frame(folder, number, frame)
            events += told
        if self._game.latest is not None:
            _write_frame(folder, len(self._looks) + 1, self._game.latest)
        lines = "".join(encode(event) + "\n" for event in events)
        (folder / "events.jsonl").write_text(lines, encoding="utf-8")
        _write_header(folder, self._game, started, f"{type(error).__name__}: {error}")
        save_skin(self._game.skin, folder / "skin")


def _write_frame(folder: Path, number: int, frame: Frame) -> None:
    done, data = cv2.imencode(".png", frame.pixels[..., :3])
    assert done
    (folder / frame_name(number)).write_bytes(data.tobytes())


def frame_name(number: int) -> str:
    """Return the file name of a look's picture, counted from 1."""
    return f"frame-{number:04d}.png"


def _write_header(folder: Path, game: ScreenGame, started: Started, error: str | None) -> None:
    lattice: Lattice = game.lattice
    topology: Topology = lattice.topology
    header = Header(
        format=FORMAT,
        topology=topology.shape,
        rows=topology.rows,
        cols=topology.cols,
        variant=topology.variant,
        mines=started.mines,
        first_cell_center=lattice.first_cell_center,
        pitch=lattice.pitch,
        policy=started.policy,
        error=error,
    )
    aside = folder / ".recording.json"
    aside.write_bytes(msgspec.json.format(msgspec.json.encode(header)))
    aside.replace(folder / "recording.json")


def _bundles(home: Path) -> list[Path]:
    return sorted(path for path in home.glob("bundle-*") if path.is_dir())


def _next_number(home: Path) -> int:
    numbers = [int(p.name.removeprefix("bundle-")) for p in _bundles(home) if p.name[7:].isdigit()]
    return max(numbers, default=0) + 1


def _prune(home: Path) -> None:
    for old in _bundles(home)[:-MOST_BUNDLES]:
        shutil.rmtree(old)
