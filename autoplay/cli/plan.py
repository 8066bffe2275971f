"""What the person wants played, and how: the options of `autoplay run` as a value."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from autoplay.desktop.watch import DEFAULT_STOP_KEY
from autoplay.play.manner import GuessMode
from autoplay.policy import DEFAULT_POLICY


@dataclass(frozen=True)
class Plan:
    """What the person asked for; the options of `autoplay run`."""

    games: int = 1
    until_win: bool = False
    profile: str | None = None
    mines: int | None = None
    restart: str | None = None
    stop_key: str = DEFAULT_STOP_KEY
    policy: str = DEFAULT_POLICY
    guess: GuessMode = GuessMode.AUTO
    flags: bool = False
    delay: float | None = None
    dry_run: bool = False
    follow: bool = False
    watch: bool = False
    step: bool = False
    record: Path | None = None
    as_json: bool = False

    @property
    def may_restart(self) -> bool:
        """Whether the person allowed a new game to be started."""
        return self.games > 1 or self.until_win

    @property
    def asks(self) -> bool:
        """Whether guesses are waited for."""
        return self.guess is GuessMode.ASK and not self.dry_run
