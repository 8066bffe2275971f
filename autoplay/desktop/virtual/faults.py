"""What can go wrong on a virtual desktop, as a value: how often, or exactly when."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Incident(StrEnum):
    """Something that happens to the desktop once, a moment after a click."""

    WINDOW_MOVED = "window moved"
    WINDOW_RESIZED = "window resized"
    WINDOW_COVERED = "window covered"
    WINDOW_MINIMISED = "window minimised"
    WINDOW_CLOSED = "window closed"
    WINDOW_REPLACED = "window replaced"
    DIALOG_OPENED = "dialog opened"
    SCALE_CHANGED = "scale changed"
    PERSON_OPENED = "person opened a cell"
    PERSON_FLAGGED = "person flagged a cell"
    PERSON_MOVED = "person moved the mouse"
    CLOCK_JUMPED = "clock jumped"
    CAPTURE_LOST = "capture lost"


@dataclass(frozen=True)
class Faults:
    """How a virtual desktop misbehaves; the default is not at all.

    Shares are probabilities: of each click for clicks, repaints and ``incidents`` (given with
    their own share), of each grab for captures. ``schedule`` names incidents that happen for
    certain after the n-th click (0: at the start). ``lasting`` is the share of covers, dialogs
    and minimised windows that never go away by themselves; the others last up to
    ``passing_seconds``.
    """

    dropped_click: float = 0.0
    doubled_click: float = 0.0
    late_click: float = 0.0
    late_repaint: float = 0.0
    torn_repaint: float = 0.0
    stale_repaint: float = 0.0
    animated: float = 0.0
    noisy_capture: float = 0.0
    failed_capture: float = 0.0
    incidents: tuple[tuple[Incident, float], ...] = ()
    schedule: tuple[tuple[int, Incident], ...] = ()
    late_seconds: float = 0.3
    animation_seconds: float = 0.2
    noise_levels: int = 3
    lasting: float = 0.3
    passing_seconds: float = 2.0

    @classmethod
    def everything(cls, share: float) -> Faults:
        """Return faults of every kind, each with this share of clicks or captures.

        What ends every game for certain comes ten times more rarely, or little else would show.
        """
        final = {Incident.CAPTURE_LOST, Incident.WINDOW_CLOSED}
        return cls(
            dropped_click=share,
            doubled_click=share,
            late_click=share,
            late_repaint=share,
            torn_repaint=share,
            stale_repaint=share,
            animated=share,
            noisy_capture=share,
            failed_capture=share,
            incidents=tuple(
                (incident, share / 10 if incident in final else share) for incident in Incident
            ),
        )
