"""The order in which a recording tells of a game: which event may come after which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from autoplay.errors import RecordingError
from autoplay.play.events import (
    Acted,
    Advised,
    AnyEvent,
    Clicked,
    Finished,
    FlagsRefused,
    Looked,
    Started,
    Unseen,
)

AFTER: Mapping[type[AnyEvent], tuple[type[AnyEvent], ...]] = {
    Started: (Advised, Finished),
    Looked: (FlagsRefused, Advised, Finished),
    FlagsRefused: (Advised, Finished),
    Advised: (Acted, Clicked, Unseen, Looked, Finished),
    Unseen: (Unseen, Looked, Finished),
    Acted: (Clicked, Looked, Finished),
    Clicked: (Clicked, Looked, Finished),
    Finished: (),
}
"""What may come after an event. A game that was killed, or failed, may end after any of them."""

SECOND: Mapping[type[AnyEvent], type[AnyEvent]] = {Looked: Started, Started: Looked}
"""What comes second: a game is looked at before it starts, a bundle begins with what started."""


def require_order(path: Path, events: Sequence[AnyEvent]) -> None:
    """Return if these events, the lines of a file, tell of a game without a gap.

    Where any clicks are told, those of each batch must be: old recordings have none. Raises
    RecordingError naming the file and the line before which one is missing.
    """
    are_clicks_told = any(isinstance(event, Clicked) for event in events)
    for index, event in enumerate(events):
        before = type(events[index - 1]) if index else None
        if before is None:
            is_next = type(event) in SECOND
        elif index == 1:
            is_next = type(event) is SECOND[before]
        elif before is Acted and are_clicks_told:
            is_next = isinstance(event, Clicked)
        else:
            is_next = type(event) in AFTER[before]
        if not is_next:
            after = f"after '{name_of(events[index - 1])}'" if index else "at the beginning"
            raise RecordingError(
                f"{path}: line {index + 1}: '{name_of(event)}' {after}: a line is missing before it"
            )


def require_end(path: Path, events: Sequence[AnyEvent], *, has_another_frame: bool) -> None:
    """Return if a game that ends in no error may end after these events.

    A killed game has another frame where it was to tell of the next look. Raises RecordingError.
    """
    last = events[-1]
    if has_another_frame and isinstance(last, Looked | Started | Finished):
        raise RecordingError(
            f"{path}: line {len(events)}: '{name_of(last)}' before the last frame: "
            "a line is missing; the recording is not whole"
        )


def name_of(event: AnyEvent) -> str:
    """Return what an event is called in a file."""
    return str(event.__struct_config__.tag)
