"""Runs a recording again: every look is read and thought about anew and must come out the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from autoplay.errors import LostBoardError, RecordingError, UsageError, VisionError
from autoplay.game import Board, format_rows, make_topology
from autoplay.play.events import Advised, AnyEvent, Looked, decode
from autoplay.play.eyes import GrowingEyes
from autoplay.play.follows import require_following
from autoplay.play.frames import FrameReader
from autoplay.play.recording import FORMAT, Header
from autoplay.policy import Policy, make_policy
from autoplay.vision.lattice import Lattice
from autoplay.vision.reading import Reading
from autoplay.vision.skin import Skin, load_skin

LARGEST = 100_000
"""Pixels; no screen is that wide."""


@dataclass(frozen=True)
class Replayed:
    """What came of a replay: looks run again, differences in words, and the error it ended in."""

    looks: int
    differences: tuple[str, ...]
    error: str | None


@dataclass(frozen=True)
class Recording:
    """A recording as it was read from its folder.

    ``looks`` has each look with the advice that followed it, ``known`` where the cells are and how
    they look for each of the header's places.
    """

    folder: Path
    header: Header
    looks: tuple[tuple[Looked, Advised | None], ...]
    known: tuple[tuple[Lattice, Skin], ...]

    def eyes(self, look: int) -> GrowingEyes:
        """Return what reads the frame of a look, counted from 1."""
        lattice, skin = next(
            known
            for place, known in zip(reversed(self.header.places), reversed(self.known), strict=True)
            if place.look <= look
        )
        return GrowingEyes(skin, lattice, self.header.mines)


def recordings_in(folder: Path) -> list[Path]:
    """Return the folder itself if it is a recording, else those in it; RecordingError if none."""
    if (folder / "recording.json").exists():
        return [folder]
    found = sorted(path.parent for path in folder.glob("*/recording.json"))
    if not found:
        raise RecordingError(
            f"{folder}: no recording here; give a folder that `autoplay run --record` wrote"
        )
    return found


def load_recording(folder: Path) -> Recording:
    """Return the recording in a folder.

    Raises RecordingError naming the file and line that are wrong, ProfileError for a bad skin.
    """
    path = folder / "recording.json"
    try:
        header = msgspec.json.decode(path.read_bytes(), type=Header)
        topology = make_topology(header.topology, header.rows, header.cols, header.variant)
    except OSError as error:
        raise RecordingError(f"{path}: {error.strerror}; is this a recording?") from None
    except (msgspec.MsgspecError, ValueError, RecursionError, UsageError) as error:
        raise RecordingError(f"{path}: {error}") from None
    if header.format != FORMAT:
        raise RecordingError(f"{path}: format = {header.format}: this version reads {FORMAT}")
    _require_places(header, path)
    known = [
        (
            Lattice(topology, each.first_cell_center, each.pitch, each.wider),
            load_skin(folder / each.skin),
        )
        for each in header.places
    ]
    return Recording(folder, header, tuple(_looks(folder / "events.jsonl")), tuple(known))


def _require_places(header: Header, path: Path) -> None:
    if not header.places or header.places[0].look != 1:
        raise RecordingError(f"{path}: key 'places' must begin with look 1")
    for place in header.places:
        if not all(0 < step <= LARGEST for step in place.pitch):
            raise RecordingError(f"{path}: key 'pitch' must be two numbers from 0 to {LARGEST}")
        if not all(abs(at) <= LARGEST for at in place.first_cell_center):
            raise RecordingError(f"{path}: key 'first_cell_center' is on no screen")
        if not all(0 <= lines <= LARGEST for lines in place.wider):
            raise RecordingError(f"{path}: key 'wider' must be two numbers from 0 to {LARGEST}")


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
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise RecordingError(f"{path}: line {number}: {error}") from None


def replay(recording: Recording) -> Replayed:
    """Read every frame and think about every board again.

    A bundle's last frame must fail as it did: its error is returned. Raises RecordingError for a
    frame that is missing or broken, UsageError for a policy that is not there.
    """
    policy = make_policy(recording.header.policy)
    frames = FrameReader(recording.folder)
    differences: list[str] = []
    reading: Reading | None = None
    for number, (looked, advised) in enumerate(recording.looks, 1):
        eyes, image = recording.eyes(number), frames.read()
        try:
            reading = eyes.read(image, reading)
        except VisionError as error:
            differences.append(f"look {number}: {error}")
            continue
        difference = _difference(reading.board, looked, advised, policy)
        if difference is not None:
            differences.append(f"look {number}: {difference}")
    failure = _failure(recording, frames, reading)
    return Replayed(len(recording.looks), tuple(differences), failure)


def _difference(
    board: Board, looked: Looked, advised: Advised | None, policy: Policy
) -> str | None:
    """Say how a look came out differently from the recorded one; None where it did not."""
    if format_rows(board) != looked.board:
        return "the board reads differently"
    if advised is None:
        return None
    actions = [action.format(board.topology) for action in policy.advise(board).actions]
    if actions != advised.actions:
        return f"{actions[:3]} instead of {advised.actions[:3]}"
    return None


def _failure(recording: Recording, frames: FrameReader, previous: Reading | None) -> str | None:
    """Return the error that a bundle's last frame ends in, None if it now reads."""
    if recording.header.error is None or not frames.has_next():
        return None
    eyes, image = recording.eyes(len(recording.looks) + 1), frames.read()
    try:
        now = eyes.read(image, previous)
        require_following(now.board, None if previous is None else previous.board)
    except (VisionError, LostBoardError) as error:
        return f"{type(error).__name__}: {error}"
    return None
