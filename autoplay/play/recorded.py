"""Reads a recording from its folder: whole and in order, or an error that names file and line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import msgspec

from autoplay.calibration import require_mines_fit, require_within
from autoplay.errors import DesktopError, NoEffectError, RecordingError, UsageError
from autoplay.files import numbered, read_limited
from autoplay.game import (
    SYMBOLS,
    Action,
    Board,
    Cell,
    Label,
    Topology,
    Verb,
    make_topology,
    parse_rows,
)
from autoplay.play.black_box import BUNDLE, BUNDLE_LOOKS
from autoplay.play.events import (
    Acted,
    Advised,
    AnyEvent,
    Click,
    Clicked,
    Finished,
    FlagsRefused,
    Looked,
    decode,
)
from autoplay.play.eyes import GrowingEyes
from autoplay.play.frames import frame_name
from autoplay.play.recording import EVENTS, FORMAT, GAME, HEADER, Header
from autoplay.play.sequence import require_end, require_order
from autoplay.policy import Advice
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.skin import Skin, load_skin
from autoplay.words import counted

MAX_HEADER = 1 << 20
"""Bytes; a place takes a hundred, and a board is found again now and then."""

MAX_EVENTS = 256 << 20
"""Bytes; a look at 480 cells takes one thousand, one at 100,000 cells half a million."""


@dataclass(frozen=True)
class Step:
    """A look of a recording, the advice that followed it, what was to be done, and what was.

    ``lines`` says in which line of the file each kind of event is told; of several the first.
    """

    looked: Looked
    advised: Advised | None = None
    acted: Acted | None = None
    clicks: tuple[Click, ...] = ()
    finished: Finished | None = None
    lines: Mapping[type[AnyEvent], int] = field(default_factory=dict)

    def line_of(self, kind: type[AnyEvent]) -> str:
        """Return in words where an event of this kind is told, which is there."""
        return f"line {self.lines[kind]} of {EVENTS}"


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

    def require_in_frame(self, look: int, frame: Image) -> None:
        """Raise RecordingError where the board of a look, counted from 1, reaches beyond a frame,
        BGR or BGRA uint8."""
        lattice, _ = self.known[self.place(look)]
        height, width = frame.shape[:2]
        try:
            require_within(lattice, width, height)
        except ValueError as error:
            raise RecordingError(f"{self.folder / HEADER}: look {look}: {error}") from None

    def place(self, look: int) -> int:
        """Return the index of the place where the board was at a look, counted from 1."""
        return max(index for index, each in enumerate(self.header.places) if each.look <= look)

    def advised(self, look: int) -> list[Action]:
        """Return what was advised at a look, counted from 1."""
        advised = self.looks[look - 1].advised
        return self._actions(advised.actions if advised else ())

    def acted(self, look: int) -> list[Action]:
        """Return what was to be done after a look, counted from 1; some may be left out."""
        acted = self.looks[look - 1].acted
        return self._actions(acted.actions if acted else ())

    def clicked(self, look: int) -> list[Action]:
        """Return what was clicked after a look, counted from 1; none where no clicks are told."""
        return self._actions(click.action for click in self.looks[look - 1].clicks)

    def _actions(self, texts: Iterable[str]) -> list[Action]:
        topology = self.known[0][0].topology
        return [Action.parse(text, topology) for text in texts]

    def with_doubts(self, look: int, board: Board) -> Board:
        """Return a board with what was in doubt at a look, counted from 1; the look after the last
        had none that is told."""
        if look > len(self.looks):
            return board
        recorded = "".join(self.looks[look - 1].looked.board)
        in_doubt = SYMBOLS[Label.UNREADABLE]
        unknown = [Cell(i) for i, symbol in enumerate(recorded) if symbol == in_doubt]
        return board.with_labels((cell, Label.UNREADABLE) for cell in unknown)

    @property
    def are_clicks_told(self) -> bool:
        """Whether it tells which clicks were made; old ones do not."""
        return any(Clicked in step.lines for step in self.looks)

    def sets_flags(self, look: int) -> bool:
        """Whether certain mines are flagged after a look, counted from 1: all of them, or none, as
        where the game has refused some by then."""
        if any(FlagsRefused in step.lines for step in self.looks[:look]):
            return False
        acted = [step.acted.actions for step in self.looks if step.acted]
        return any(text.startswith(Verb.FLAG) for actions in acted for text in actions)

    @property
    def is_ending_of_screen(self) -> bool:
        """Whether it ended in an error of the machine's that no frame shows.

        Old bundles do not tell; these kinds always are.
        """
        kind = (self.header.error or "").partition(":")[0]
        return self.header.is_of_screen or kind in (DesktopError.__name__, NoEffectError.__name__)

    @property
    def begins_in_mid_game(self) -> bool:
        """Whether its first look need not be the game's: a bundle has the last looks alone."""
        return self.header.error is not None and len(self.looks) == BUNDLE_LOOKS

    def may_be_the_persons(self, advice: Advice) -> bool:
        """Whether the person may have made this move: either all guesses are theirs, or all moves.

        What the program did tells which.
        """
        done = [step.advised for step in self.looks if step.advised and step.acted]
        return not any(each.is_guess for each in done) if advice.is_guess else not done

    def wrong_count(self, finished: Finished) -> str | None:
        """Say where a game is told to have had more or fewer clicks, or guesses that were not made;
        None where it is not."""
        acted = [step for step in self.looks if step.acted]
        if self.begins_in_mid_game:
            return None
        clicks = sum(len(step.clicks) for step in self.looks)
        if clicks != finished.clicks and (self.are_clicks_told or not acted):
            return f"{counted(finished.clicks, 'click')} in all, but {clicks} told before"
        topology = self.known[0][0].topology
        made = {f"open {topology.place(topology.cell(*guess.cell))}" for guess in finished.guesses}
        told = {text for step in acted if step.acted for text in step.acted.actions}
        return f"no {min(made - told)} is told before" if made - told else None


def recordings_in(folder: Path) -> list[Path]:
    """Return the folder itself if it is a recording, else those in it; RecordingError if none.

    What is called as recordings are is one, its header gone; if empty, no look of it was seen.
    """
    if (folder / HEADER).exists():
        return [folder]
    found = {path.parent for path in folder.glob(f"*/{HEADER}")}
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
    path = folder / HEADER
    content = _content_of(path, MAX_HEADER)
    try:
        header = msgspec.json.decode(content, type=Header)
        topology = make_topology(
            header.topology, header.rows, header.cols, header.variant, header.absent
        )
        require_mines_fit("mines", header.mines, topology)
        require_mines_fit("assumed_mines", header.assumed_mines, topology)
    except (msgspec.MsgspecError, ValueError, RecursionError, UsageError) as error:
        raise RecordingError(f"{path}: {error}") from None
    if header.format != FORMAT:
        raise RecordingError(f"{path}: format = {header.format}: this version reads {FORMAT}")
    if not header.places or header.places[0].look != 1:
        raise RecordingError(f"{path}: key 'places' must begin with look 1")
    known = [(each.lattice(topology), load_skin(folder / each.skin)) for each in header.places]
    path = folder / EVENTS
    events = tuple(_events(path))
    looks = tuple(_looks(events))
    _require_whole(folder, header, events, len(looks))
    recording = Recording(folder, header, looks, tuple(known))
    for look in range(1, len(recording.looks) + 1):
        try:
            recording.acted(look), recording.advised(look), recording.clicked(look)
            _require_of_board(recording.looks[look - 1], topology)
        except UsageError as error:
            raise RecordingError(f"{path}: look {look}: {error}") from None
    return recording


def _require_of_board(step: Step, topology: Topology) -> None:
    """Raise UsageError where a look tells of another board than the header's, or of no cell."""
    board = parse_rows(step.looked.board, None, topology.shape, topology.variant)
    if board.topology != topology:
        rows, cols = board.topology.rows, board.topology.cols
        if (rows, cols) == (topology.rows, topology.cols):
            raise UsageError("other places without a cell than key 'absent' says")
        raise UsageError(f"a board of {rows}x{cols}, and not of {topology.rows}x{topology.cols}")
    for guess in step.finished.guesses if step.finished else ():
        row, col = guess.cell
        if not (0 <= row < topology.rows and 0 <= col < topology.cols):
            raise UsageError(f"guess at {row},{col}: there is no such cell")


def _require_whole(folder: Path, header: Header, events: Sequence[AnyEvent], looks: int) -> None:
    """Raise RecordingError where lines are gone: the header is there after the first look is told.

    One frame more may be there: the one a bundle ends at, or a killed game before it told of it.
    """
    path = folder / EVENTS
    if not looks:
        raise RecordingError(f"{path}: no look is told of; the recording is not whole")
    require_order(path, events)
    if header.events not in (None, len(events)):
        lines = counted(len(events), "line")
        raise RecordingError(f"{path}: {lines} of {header.events}; the recording is not whole")
    if (folder / frame_name(looks + 2)).exists():
        raise RecordingError(
            f"{path}: {counted(looks, 'look')} and more frames; the recording is not whole"
        )
    if header.error is None:
        has_another_frame = (folder / frame_name(looks + 1)).exists()
        require_end(path, events, has_another_frame=has_another_frame)


def _looks(events: Sequence[AnyEvent]) -> Iterator[Step]:
    step: Step | None = None
    for line, event in enumerate(events, 1):
        if isinstance(event, Looked):
            if step is not None:
                yield step
            step = Step(event)
        if step is None:
            continue
        step = replace(step, lines={type(event): line, **step.lines})
        match event:
            case Advised():
                step = replace(step, advised=event)
            case Acted():
                step = replace(step, acted=event)
            case Clicked():
                step = replace(step, clicks=(*step.clicks, *event.clicks))
            case Finished():
                step = replace(step, finished=event)
            case _:
                pass
    if step is not None:
        yield step


def _content_of(path: Path, most: int) -> bytes:
    """Return the bytes of a file of a recording; RecordingError naming it where it lacks."""
    try:
        return read_limited(path, most)
    except UsageError as error:
        raise RecordingError(f"{error}; the recording is not whole") from None


def _events(path: Path) -> Iterator[AnyEvent]:
    try:
        lines = _content_of(path, MAX_EVENTS).decode().splitlines()
    except UnicodeDecodeError:
        raise RecordingError(f"{path}: this is no text file") from None
    for number, line in enumerate(lines, 1):
        try:
            yield decode(line)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise RecordingError(f"{path}: line {number}: {error}") from None
