"""Runs a recording again: every look is read and thought about anew and must come out the same."""

from __future__ import annotations

from dataclasses import dataclass

from autoplay.errors import (
    AutoplayError,
    BudgetError,
    ImpossibleBoardError,
    LostBoardError,
    RecordingError,
    UnclickedMineError,
    UsageError,
    VisionError,
)
from autoplay.game import Action, Board, Outcome, Verb, format_rows
from autoplay.play.as_recorded import (
    due_moves,
    wrong_advice,
    wrong_clicks,
    wrong_counts,
    wrong_end,
    wrong_moves,
)
from autoplay.play.chords import spelled_out
from autoplay.play.end_checks import require_all_read, require_no_mine
from autoplay.play.events import Acted, Advised, Clicked, Finished, Looked
from autoplay.play.follows import require_following, without_effect
from autoplay.play.frames import FrameReader
from autoplay.play.outcome import outcome_after, outcome_of
from autoplay.play.persons_end import outcome_after_person
from autoplay.play.recorded import Recording
from autoplay.play.recording import HEADER, Header, cells_in_doubt, evidence_of, told_error
from autoplay.policy import Advice, Policy, Premises, make_policy, on_premises
from autoplay.vision.lattice import Image
from autoplay.vision.reading import Reading


@dataclass(frozen=True)
class Replayed:
    """What came of a replay: looks run again, differences in words, and the error it ended in.

    ``evidence`` is that of each cell which the error names.

    ``is_same`` says whether all of it is as recorded: no difference, and for a debug bundle an
    error of the same kind, in doubt about the same cells. With ``is_ending_told`` that error came
    from the machine, as the bundle tells, and there is nothing to replay it from.
    """

    looks: int
    differences: tuple[str, ...]
    error: str | None
    is_same: bool
    evidence: tuple[str, ...] = ()
    is_ending_told: bool = False


def replay(recording: Recording) -> Replayed:
    """Read every frame and think about every board again.

    A bundle's last frame must fail as it did: its error is returned. Raises RecordingError for a
    frame that is missing or broken, and for a policy that is not there.
    """
    header = recording.header
    premises = Premises(header.first_click, header.assumed_mines, header.estimated_mines)
    try:
        policy = on_premises(make_policy(header.policy), premises)
    except UsageError as error:
        raise RecordingError(f"{recording.folder / HEADER}: key 'policy': {error}") from None
    frames = FrameReader(recording.folder)
    differences: list[str] = []
    again = _Again(recording, policy)
    for number in range(1, len(recording.looks) + 1):
        image = frames.read()
        try:
            difference = again.difference(number, image)
        except (VisionError, ImpossibleBoardError, BudgetError) as error:
            difference = str(error)
        if difference is not None:
            differences.append(f"look {number}: {difference}")
    if recording.is_ending_of_screen:
        is_same = not differences
        return Replayed(
            len(recording.looks), tuple(differences), None, is_same, is_ending_told=True
        )
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
    """Looks at one frame after another as play did: with what was seen and clicked before.

    What was in doubt then may be known by now: the looks are those of the whole game. So boards are
    compared, and thought about, with what was in doubt.
    """

    def __init__(self, recording: Recording, policy: Policy) -> None:
        self._recording, self._policy = recording, policy
        self._eyes = recording.eyes(1)
        self._place = 0
        self._reading: Reading | None = None
        self.board: Board | None = None  # of the last look
        self._awaited: list[Action] = []  # what was done, and shows no effect yet
        self._unknown: set[Action] = set()  # what may be awaited from before the first look
        self._before: Board | None = None  # of the look before the last
        self._made: list[Action] = []  # between the two, as far as that is told
        self._outcome: Outcome | None = Outcome.PLAYING  # None: won or lost

    def look(self, number: int, image: Image) -> Board:
        """Return the board of a look, counted from 1; VisionError where it cannot be read."""
        recording, before = self._recording, self.board
        place = recording.place(number)
        recording.require_in_frame(number, image)
        if place != self._place:
            self._eyes, self._place = recording.eyes(number), place
        done: list[Action] = []
        if before is not None:
            done = [*self._awaited, *spelled_out(recording.acted(number - 1), before)]
        clicked = [action.cell for action in done]
        self._reading = self._eyes.read(image, self._reading, clicked, leave=True)
        self.board = board = recording.with_doubts(number, self._reading.board)
        self._before, self._made = before, done
        if before is not None and recording.are_clicks_told:
            self._made = [*self._awaited, *spelled_out(recording.clicked(number - 1), before)]
        self._outcome = self._outcome_of(number, before, board)
        self._awaited = [] if board == before else without_effect(board, before, done)
        return board

    def difference(self, number: int, image: Image) -> str | None:
        """Say how a look, counted from 1, and what follows it differ from what is told of them;
        None where they do not.

        Raises VisionError where it cannot be read, and what a policy raises.
        """
        board, step = self.look(number, image), self._recording.looks[number - 1]
        if format_rows(board) != step.looked.board:
            return f"the board reads differently than {step.line_of(Looked)}"
        if wrong := wrong_counts(step.looked, board):
            return f"{wrong}, {step.line_of(Looked)}"
        advice = None if step.advised is None else self._policy.advise(board)
        if step.advised is not None and advice is not None:
            if wrong := wrong_advice(step.advised, advice, board.topology):
                return f"{wrong}, {step.line_of(Advised)}"
            if wrong := self._wrong_moves(number, board, advice):
                return wrong
        if step.finished is not None:
            wrong = wrong_end(step.finished, self._outcome, advice)
            wrong = wrong or self._recording.wrong_count(step.finished)
            return None if wrong is None else f"{wrong}, {step.line_of(Finished)}"
        return None

    def think_on(self) -> None:
        """Do what play did after the last look that is told, up to its next move.

        Raises what that raised: VisionError where the looks disprove themselves, or leave a doubt,
        and what a policy raises.
        """
        number = len(self._recording.looks)
        step, board = self._recording.looks[-1], self.board
        if step.finished is not None or board is None:
            return
        if step.advised is not None:
            if not step.advised.actions:
                require_all_read(board)
        elif self._outcome is Outcome.PLAYING:
            self._policy.advise(board)
        elif number > 1 and self._outcome is Outcome.LOST:
            self._require_no_mine(number - 1, board)

    def _require_no_mine(self, number: int, board: Board) -> None:
        advised = self._recording.looks[number - 1].advised
        if self._before is not None and advised is not None and not advised.is_guess:
            opens = [action for action in self._made if action.verb is Verb.OPEN]
            require_no_mine(self._before, board, opens)

    def _wrong_moves(self, number: int, board: Board, advice: Advice) -> str | None:
        """Say what was done, or clicked, otherwise than advised; None where nothing was."""
        recording = self._recording
        step, acted = recording.looks[number - 1], recording.acted(number)
        if number == 1 and recording.begins_in_mid_game:
            due = due_moves(board, advice, (), flags=recording.sets_flags(number))
            self._unknown = set(due).difference(spelled_out(acted, board))
            self._awaited = list(self._unknown)
        self._unknown.intersection_update(self._awaited)
        if self._unknown:
            return None
        if wrong_clicks(recording.clicked(number), acted, self._awaited):
            return f"what was not to be was clicked, {step.line_of(Clicked)}"
        if step.acted is not None:
            flags = recording.sets_flags(number)
            wrong = wrong_moves(board, advice, self._awaited, acted, flags=flags)
            return None if wrong is None else f"{wrong}, {step.line_of(Acted)}"
        is_over = number == len(recording.looks)
        if is_over or self._awaited or recording.may_be_the_persons(advice):
            return None
        if not due_moves(board, advice, (), flags=recording.sets_flags(number)):
            return None  # the person was asked to remove their flags
        return f"nothing was done, {step.line_of(Advised)}: a line is missing behind it"

    def _outcome_of(self, number: int, before: Board | None, board: Board) -> Outcome | None:
        """Return how the game stands at a look, by what was done since the last one; None where it
        is over, and may be lost as well as won."""
        if before is None:
            return outcome_of(board)
        recording = self._recording
        acted = recording.acted(number - 1)
        if not acted and not self._awaited:
            return outcome_after_person(before, board)
        flags = [action for action in acted if action.verb is Verb.FLAG]
        made = self._made if recording.are_clicks_told else None
        return outcome_after(before, [*recording.advised(number - 1), *flags], board, made)


def _failure(recording: Recording, frames: FrameReader, again: _Again) -> AutoplayError | None:
    """Return the error that a bundle ends in: what comes of its last look, or of the frame after
    it; None if all of it is sound now."""
    if recording.header.error is None:
        return None
    try:
        again.think_on()
    except (VisionError, UnclickedMineError, ImpossibleBoardError, BudgetError) as error:
        return error
    if not frames.has_next():
        return None
    before = again.board
    try:
        require_following(again.look(len(recording.looks) + 1, frames.read()), before)
    except (VisionError, LostBoardError) as error:
        return error
    return None
