"""Recordings: what was seen and decided, look by look, so that it can be run again without a game.

A recording is a folder::

    recording.json    format, topology, mines, where the cells are, and who played
    events.jsonl      every event, one a line, as `run --json` prints them
    frame-0001.png    the board's picture of the first look; then what changed at each look
    skin-0001/        what the cells look like from look 1 on, and so on for each place

It is whole after every event: what is left of a game that was killed can be read. A debug bundle is
a recording of the last looks; its last frame is the one that failed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import msgspec

from autoplay.calibration import Place, require_size
from autoplay.desktop.ports import Frame
from autoplay.errors import AutoplayError, DesktopError, UnreadableError, UsageError
from autoplay.files import next_number, write_whole
from autoplay.game import FirstClick
from autoplay.play.events import AnyEvent, Finished, Looked, Started, encode
from autoplay.play.frames import FrameWriter
from autoplay.play.screen_game import ScreenGame
from autoplay.policy import Premises
from autoplay.vision.lattice import Lattice
from autoplay.vision.skin import Skin, save_skin

FORMAT = 1

HEADER = "recording.json"
"""The file that says what a recording is of."""

EVENTS = "events.jsonl"
"""The file that tells what happened."""

NO_PREMISES = Premises()


class FramePlace(Place, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where the cells are in the frames from this look on, counted from 1."""

    look: int

    @property
    def skin(self) -> str:
        """The folder of the skin that reads these frames."""
        return f"skin-{self.look:04d}"


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The first thing of a recording: everything its frames need to be read.

    A debug bundle has the error it ended in, and the cells that were in doubt, with the evidence,
    where it names any; ``is_of_screen`` says that it came from the machine, and no frame shows it.
    ``events`` is how many lines tell of a game that ended, None before.
    ``estimated_mines`` says whether a total that nothing told was estimated for each guess.
    """

    format: int
    topology: str
    rows: int
    cols: int
    variant: str = ""
    absent: tuple[int, ...] = ()
    mines: int | None
    places: tuple[FramePlace, ...]
    policy: str
    first_click: FirstClick | None = None
    assumed_mines: int | None = None
    estimated_mines: bool = False
    error: str | None = None
    error_cells: tuple[int, ...] = ()
    error_evidence: tuple[str, ...] = ()
    is_of_screen: bool = False
    events: int | None = None

    def __post_init__(self) -> None:
        require_size(self.rows, self.cols)


def told_error(error: AutoplayError) -> str:
    """Return an error as recordings tell it: its kind, a colon and its message."""
    return f"{type(error).__name__}: {error}"


def cells_in_doubt(error: AutoplayError) -> tuple[int, ...]:
    """Return the cells that an error says could not be read, ascending; none for other errors."""
    return tuple(sorted(map(int, error.cells))) if isinstance(error, UnreadableError) else ()


def evidence_of(error: AutoplayError) -> tuple[str, ...]:
    """Return why each cell in doubt is, in an error's own order; nothing for other errors."""
    return error.evidence if isinstance(error, UnreadableError) else ()


def is_of_screen(error: AutoplayError | None) -> bool:
    """Return whether an error came from the machine: a capture failed, a click had no effect, a
    picture never stood still. That another game is there shows in a frame."""
    return isinstance(error, DesktopError) and not error.is_another_game


GAME = "game"
"""What the folder of one recorded game is called, with a number behind it."""


def recording_folder(home: Path) -> Path:
    """Return the folder of the next recording kept in ``home``, made where it is not there.

    Numbers go on from those that are there. UsageError where nothing can be written there.
    """
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"--record {home}: {error.strerror}; name a folder to write to") from None
    return home / f"{GAME}-{next_number(home, GAME):03d}"


class Recorder:
    """A listener that keeps a game in a folder as it goes.

    Play is worth more than its recording: when the disk is full or not writable, the recording
    ends with one line on standard error and play goes on. ``premises`` are what was taken to be so
    when play began.
    """

    def __init__(self, game: ScreenGame, folder: Path, premises: Premises = NO_PREMISES) -> None:
        self._game, self._folder = game, folder
        self._pages = Pages(folder, premises)
        self._failed = self._is_begun = False
        self._keep(lambda: folder.mkdir(parents=True, exist_ok=False))
        self._is_begun = not self._failed

    def __call__(self, event: AnyEvent) -> None:
        """Keep one event, and with a look its picture."""
        self._keep(lambda: self._write(event))

    def _write(self, event: AnyEvent) -> None:
        if isinstance(event, Looked):
            self._pages.add(self._game.frame, self._game.lattice, self._game.skin)
        self._pages.tell(event)
        if isinstance(event, Finished):
            self._pages.close()

    def _keep(self, action: Callable[[], None]) -> None:
        if self._failed:
            return
        try:
            action()
        except (OSError, UsageError) as error:
            print(f"autoplay: recording ends: {self._reason(error)}", file=sys.stderr)
            self._failed = True

    def _reason(self, error: OSError | UsageError) -> str:
        """Return why nothing can be kept; a folder in which nothing was kept is no recording."""
        if self._is_begun and not self._folder.is_dir():
            return f"{self._folder}: this folder is gone; play goes on"
        if self._is_begun:
            with suppress(OSError):
                self._folder.rmdir()  # none but an empty one
        return f"{self._folder}: {error.strerror}" if isinstance(error, OSError) else str(error)


class Pages:
    """Writes a recording into its folder, each file before the first that needs it.

    ``error`` is what a debug bundle ends in.
    """

    def __init__(
        self, folder: Path, premises: Premises, error: AutoplayError | None = None
    ) -> None:
        self._folder, self._premises, self._error = folder, premises, error
        self._frames = FrameWriter(folder)
        self._looks = self._told = 0
        self._places: list[FramePlace] = []
        self._lattice: Lattice | None = None
        self._skin: Skin | None = None
        self._started: Started | None = None

    def add(self, frame: Frame, lattice: Lattice, skin: Skin) -> None:
        """Write the picture of the next look, and what reading it takes that is new."""
        self._looks += 1
        self._frames.write(frame.pixels)
        moved = self._lattice is None or not _is_same_place(lattice, self._lattice)
        if moved:
            place = FramePlace(
                look=self._looks,
                first_cell_center=lattice.first_cell_center,
                pitch=lattice.pitch,
                wider=lattice.wider,
                more=lattice.more,
            )
            self._places.append(place)
            self._lattice = lattice
        if moved or skin is not self._skin:
            save_skin(skin, self._folder / self._places[-1].skin)
            self._skin = skin
        if moved:
            self._write_header()

    def tell(self, event: AnyEvent) -> None:
        """Write one event, whole or not at all."""
        path = self._folder / EVENTS
        left = memoryview(encode(event).encode() + b"\n")
        with path.open("ab", buffering=0) as file:  # a buffer would be written again when closed
            size = file.tell()
            try:
                while left:
                    left = left[file.write(left) :]
            except OSError:
                with suppress(OSError):
                    file.truncate(size)
                raise
        self._told += 1
        if isinstance(event, Started):
            self._started = event
            self._write_header()

    def close(self) -> None:
        """Write how many events were told: no other one follows."""
        self._write_header(events=self._told)

    def _write_header(self, events: int | None = None) -> None:
        if self._started is None or self._lattice is None:
            return
        topology = self._lattice.topology
        header = Header(
            format=FORMAT,
            topology=topology.shape,
            rows=topology.rows,
            cols=topology.cols,
            variant=topology.variant,
            absent=tuple(sorted(topology.absent)),
            mines=self._started.mines,
            places=tuple(self._places),
            policy=self._started.policy,
            first_click=self._premises.first_click,
            assumed_mines=self._premises.mines,
            estimated_mines=self._premises.estimated,
            error=None if self._error is None else told_error(self._error),
            error_cells=() if self._error is None else cells_in_doubt(self._error),
            error_evidence=() if self._error is None else evidence_of(self._error),
            is_of_screen=is_of_screen(self._error),
            events=events,
        )
        text = msgspec.json.format(msgspec.json.encode(header))
        write_whole(self._folder / HEADER, text)


def _is_same_place(one: Lattice, other: Lattice) -> bool:
    return replace(one, topology=other.topology) == other
