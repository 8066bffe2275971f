"""Runs a recording again: every look is read and thought about anew and must come out the same."""

from __future__ import annotations

from dataclasses import dataclass

from autoplay.errors import AutoplayError, LostBoardError, VisionError
from autoplay.game import SYMBOLS, Action, Board, Cell, Label, format_rows
from autoplay.play.chords import cells_changed
from autoplay.play.follows import require_following, without_effect
from autoplay.play.frames import FrameReader
from autoplay.play.recorded import Recording, Step
from autoplay.play.recording import Header, cells_in_doubt, evidence_of, told_error
from autoplay.policy import Policy, Premises, make_policy, on_premises
from autoplay.vision.lattice import Image
from autoplay.vision.reading import Reading


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
