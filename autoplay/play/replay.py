"""Runs a recording again: every look is read and thought about anew and must come out the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from autoplay.errors import RecordingError, UsageError, VisionError
from autoplay.game import format_rows, make_topology
from autoplay.play.events import Advised, AnyEvent, Looked, decode
from autoplay.play.eyes import GrowingEyes
from autoplay.play.recording import FORMAT, Header, frame_name
from autoplay.policy import make_policy
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.picture import load_picture
from autoplay.vision.reading import Reading
from autoplay.vision.skin import load_skin


@dataclass(frozen=True)
class Replayed:
    """What came of a replay: looks run again, differences in words, and the error it ended in."""

    looks: int
    differences: tuple[str, ...]
    error: str | None


@dataclass(frozen=True)
class Recording:
    """A recording as it was read from its folder: each look with the advice that followed it."""

    folder: Path
    header: Header
    looks: tuple[tuple[Looked, Advised | None], ...]

    def lattice(self) -> Lattice:
        """Return where the cells are in its frames."""
        head = self.header
        topology = make_topology(head.topology, head.rows, head.cols, head.variant)
        return Lattice(topology, head.first_cell_center, head.pitch)


def recordings_in(folder: Path) -> list[Path]:
    """Return the folder itself if it is a recording, else those in it; RecordingError if none."""
    if (folder / "recording.json").exists():
        return [folder]
    found = sorted(path.parent for path in folder.glob("*/recording.json"))
    if not found:
        raise RecordingError(f"{folder}: no recording here (there is no recording.json)")
    return found


def load_recording(folder: Path) -> Recording:
    """Return the recording in a folder; RecordingError names the file and line that are wrong."""
    path = folder / "recording.json"
    try:
        header = msgspec.json.decode(path.read_bytes(), type=Header)
        make_topology(header.topology, header.rows, header.cols, header.variant)
    except OSError as error:
        raise RecordingError(f"{path}: {error.strerror}; is this a recording?") from None
    except (msgspec.MsgspecError, UsageError) as error:
        raise RecordingError(f"{path}: {error}") from None
    if header.format != FORMAT:
        raise RecordingError(f"{path}: format = {header.format}: this version reads {FORMAT}")
    return Recording(folder, header, tuple(_looks(folder / "events.jsonl")))


def _looks(path: Path) -> Iterator[tuple[Looked, Advised | None]]:
    looked: Looked | None = None
    for event in _events(path):
        match event:
            case Looked():
                if looked is not None:
                    yield looked, None
                looked = event
            case Advised() if looked is not None:
                yield looked, event
                looked = None
            case _:
                pass
    if looked is not None:
        yield looked, None


def _events(path: Path) -> Iterator[AnyEvent]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise RecordingError(f"{path}: {error}") from None
    for number, line in enumerate(lines, 1):
        try:
            yield decode(line)
        except msgspec.MsgspecError as error:
            raise RecordingError(f"{path}: line {number}: {error}") from None


def replay(recording: Recording) -> Replayed:
    """Read every frame and think about every board again.

    A bundle's last frame must fail as it did: its error is returned. Raises RecordingError for a
    frame or skin that is missing or broken.
    """
    header, folder = recording.header, recording.folder
    eyes = GrowingEyes(load_skin(folder / "skin"), recording.lattice(), header.mines)
    policy = make_policy(header.policy)
    differences: list[str] = []
    reading: Reading | None = None
    for number, (looked, advised) in enumerate(recording.looks, 1):
        try:
            reading = eyes.read(_frame(folder, number), None)
        except VisionError as error:
            differences.append(f"look {number}: {error}")
            continue
        if format_rows(reading.board) != looked.board:
            differences.append(f"look {number}: the board reads differently")
            continue
        if advised is None:
            continue
        actions = policy.advise(reading.board).actions
        words = [action.format(reading.board.topology) for action in actions]
        if words != advised.actions:
            differences.append(f"look {number}: {words[:3]} instead of {advised.actions[:3]}")
    return Replayed(len(recording.looks), tuple(differences), _failure(recording, eyes, reading))


def _failure(recording: Recording, eyes: GrowingEyes, previous: Reading | None) -> str | None:
    """Return the error that a bundle's last frame ends in, None if it now reads."""
    number = len(recording.looks) + 1
    if recording.header.error is None or not (recording.folder / frame_name(number)).exists():
        return None
    try:
        eyes.read(_frame(recording.folder, number), previous)
    except VisionError as error:
        return f"{type(error).__name__}: {error}"
    return None


def _frame(folder: Path, number: int) -> Image:
    path = folder / frame_name(number)
    try:
        return load_picture(path)
    except (UsageError, VisionError) as error:
        raise RecordingError(str(error)) from None
