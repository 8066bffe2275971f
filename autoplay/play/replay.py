"""Runs a recording again: every look is read and thought about anew and must come out the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from autoplay.errors import AutoplayError, LostBoardError, RecordingError, UsageError, VisionError
from autoplay.files import numbered, read_limited
from autoplay.game import SYMBOLS, Action, Board, Cell, Label, format_rows, make_topology
from autoplay.play.black_box import BUNDLE
from autoplay.play.chords import cells_changed
from autoplay.play.events import Acted, Advised, AnyEvent, Looked, decode
from autoplay.play.eyes import GrowingEyes
from autoplay.play.follows import require_following, without_effect
from autoplay.play.frames import FrameReader, frame_name
from autoplay.play.recording import FORMAT, GAME, Header, cells_in_doubt, evidence_of, told_error
from autoplay.policy import Policy, Premises, make_policy, on_premises
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.reading import Reading
from autoplay.vision.skin import Skin, load_skin
from autoplay.words import counted

MAX_HEADER = 1 << 20
"""Bytes; a place takes a hundred, and a board is found again now and then."""

MAX_EVENTS = 256 << 20
"""Bytes; a look at 480 cells takes one thousand, one at 100,000 cells half a million."""


@dataclass(frozen=True)
class Replayed:
    """What came of a replay: looks run again, differences in words, and the error it ended in.

    ``evidence`` is that of each cell which the error names.

    ``is_same`` says whether all of it is as recorded: no difference, and for a debug bundle an
    error of the same kind, in doubt about the same cells.
    """

    looks: int
    differences: tuple[str, ...]
    error: str | None
    is_same: bool
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True)
class Step:
    """A look of a recording, the advice that followed it, and what was to be done then."""

    looked: Looked
    advised: Advised | None
    acted: Acted | None


@dataclass(frozen=True)
class Recording:
    """A recording as it was read from its folder.

    ``looks`` has its steps, ``known`` where the cells are and how they look for each of the
    header's places.
    """

    folder: Path
    header: Header
    looks: tuple[Step, ...]
    known: tuple[tuple[Lattice, Skin], ...]

    def eyes(self, look: int) -> GrowingEyes:
        """Return what reads the frame of a look, counted from 1."""
        lattice, skin = self.known[self.place(look)]
        return GrowingEyes(skin, lattice, self.header.mines)

    def place(self, look: int) -> int:
        """Return the index of the place where the board was at a look, counted from 1."""
        return max(index for index, each in enumerate(self.header.places) if each.look <= look)

    def acted(self, look: int) -> list[Action]:
        """Return what was to be done after a look, counted from 1; some may be left out."""
        topology = self.known[0][0].topology
        acted = self.looks[look - 1].acted
        return [Action.parse(text, topology) for text in (acted.actions if acted else ())]


def recordings_in(folder: Path) -> list[Path]:
    """Return the folder itself if it is a recording, else those in it; RecordingError if none.

    What is called as recordings are is one, its header gone; if empty, no look of it was seen.
    """
    if (folder / "recording.json").exists():
        return [folder]
    found = {path.parent for path in folder.glob("*/recording.json")}
    named = (path for kind in (GAME, BUNDLE) for path in numbered(folder, kind).values())
    found.update(path for path in named if path.is_dir() and any(path.iterdir()))
    if not found:
        raise RecordingError(
            f"{folder}: no recording here; give a folder that `autoplay run --record` wrote"
        )
    return sorted(found)


def load_recording(folder: Path) -> Recording:
    """Return the recording in a folder.

    Raises RecordingError naming the file and line that are wrong, ProfileError for a bad skin.
    """
    path = folder / "recording.json"
    try:
        header = msgspec.json.decode(read_limited(path, MAX_HEADER), type=Header)
        topology = make_topology(header.topology, header.rows, header.cols, header.variant)
    except (msgspec.MsgspecError, ValueError, RecursionError, UsageError) as error:
        raise RecordingError(f"{path}: {error}") from None
    if header.format != FORMAT:
        raise RecordingError(f"{path}: format = {header.format}: this version reads {FORMAT}")
    if not header.places or header.places[0].look != 1:
        raise RecordingError(f"{path}: key 'places' must begin with look 1")
    known = [(each.lattice(topology), load_skin(folder / each.skin)) for each in header.places]
    looks = tuple(_looks(folder / "events.jsonl"))
    _require_all_lines(folder, len(looks))
    recording = Recording(folder, header, looks, tuple(known))
    for look in range(1, len(recording.looks) + 1):
        try:
            recording.acted(look)
        except UsageError as error:
            raise RecordingError(f"{folder / 'events.jsonl'}: look {look}: {error}") from None
    return recording


def _require_all_lines(folder: Path, looks: int) -> None:
    """Raise RecordingError where lines are gone: the header is there after the first look is told.

    One frame more may be there: the one a bundle ends at, or a killed game before it told of it.
    """
    path = folder / "events.jsonl"
    if not looks:
        raise RecordingError(f"{path}: no look is told of; the recording is not whole")
    if (folder / frame_name(looks + 2)).exists():
        raise RecordingError(
            f"{path}: {counted(looks, 'look')} and more frames; the recording is not whole"
        )


def _looks(path: Path) -> Iterator[Step]:
    step: Step | None = None
    for event in _events(path):
        match event:
            case Looked():
                if step is not None:
                    yield step
                step = Step(event, None, None)
            case Advised() if step is not None:
                step = replace(step, advised=event)
            case Acted() if step is not None:
                step = replace(step, acted=event)
            case _:
                pass
    if step is not None:
        yield step


def _events(path: Path) -> Iterator[AnyEvent]:
    try:
        lines = read_limited(path, MAX_EVENTS).decode().splitlines()
    except UsageError as error:
        raise RecordingError(f"{error}; the recording is not whole") from None
    except UnicodeDecodeError:
        raise RecordingError(f"{path}: this is no text file") from None
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
    header = recording.header
    premises = Premises(header.first_click, header.assumed_mines, header.estimated_mines)
    policy = on_premises(make_policy(header.policy), premises)
    frames = FrameReader(recording.folder)
    differences: list[str] = []
    again = _Again(recording)
    for number, step in enumerate(recording.looks, 1):
        try:
            board = again.look(number, frames.read())
        except VisionError as error:
            differences.append(f"look {number}: {error}")
            continue
        difference = _difference(board, step, policy)
        if difference is not None:
            differences.append(f"look {number}: {difference}")
    failure = _failure(recording, frames, again)
    told = None if failure is None else told_error(failure)
    is_same = not differences and _is_as_recorded(failure, recording.header)
    evidence = () if failure is None else evidence_of(failure)
    return Replayed(len(recording.looks), tuple(differences), told, is_same, evidence)


def _is_as_recorded(failure: AutoplayError | None, header: Header) -> bool:
    if failure is None or header.error is None:
        return failure is None and header.error is None
    if type(failure).__name__ != header.error.partition(":")[0]:
        return False
    return not header.error_cells or header.error_cells == cells_in_doubt(failure)


class _Again:
    """Looks at one frame after another as play did: with what was seen and clicked before."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._eyes = recording.eyes(1)
        self._place = 0
        self._awaited: list[Action] = []  # what was done, and shows no effect yet
        self.reading: Reading | None = None

    def look(self, number: int, image: Image) -> Board:
        """Return the board of a look, counted from 1; VisionError where it cannot be read."""
        place = self._recording.place(number)
        if place != self._place:
            self._eyes, self._place = self._recording.eyes(number), place
        acted = self._awaited + (self._recording.acted(number - 1) if number > 1 else [])
        before = None if self.reading is None else self.reading.board
        clicked = [] if before is None else cells_changed(acted, before)
        self.reading = self._eyes.read(image, self.reading, clicked, leave=True)
        board = self.reading.board
        self._awaited = without_effect(board, before, acted)
        return board


def _difference(board: Board, step: Step, policy: Policy) -> str | None:
    """Say how a look came out differently from the recorded one; None where it did not.

    What was in doubt then may be known by now: the looks are those of the whole game.
    """
    recorded = "".join(step.looked.board)
    unknown = [Cell(i) for i, symbol in enumerate(recorded) if symbol == SYMBOLS[Label.UNREADABLE]]
    board = board.with_labels((cell, Label.UNREADABLE) for cell in unknown)
    if format_rows(board) != step.looked.board:
        return "the board reads differently"
    if step.advised is None:
        return None
    actions = [action.format(board.topology) for action in policy.advise(board).actions]
    if actions != step.advised.actions:
        return f"{actions[:3]} instead of {step.advised.actions[:3]}"
    return None


def _failure(recording: Recording, frames: FrameReader, again: _Again) -> AutoplayError | None:
    """Return the error that a bundle's last frame ends in, None if it now reads."""
    if recording.header.error is None or not frames.has_next():
        return None
    before = None if again.reading is None else again.reading.board
    try:
        require_following(again.look(len(recording.looks) + 1, frames.read()), before)
    except (VisionError, LostBoardError) as error:
        return error
    return None
