"""Profiles: how to play one game on this computer, kept as TOML."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import tomli_w

from autoplay.calibration.place import Place, require_mines_fit, require_size, require_within
from autoplay.calibration.restart_words import restart_words
from autoplay.errors import ProfileError, UsageError
from autoplay.files import read_limited, write_whole
from autoplay.game import MAX_NUMBER, Board, Cell, FirstClick, Label, Topology, make_topology
from autoplay.vision.lattice import Lattice

NAME = re.compile(r"(?!.*\.toml$)[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}")
"""What a profile may be called: it is a file name, so nothing that climbs out of a folder.

A name with the ending of a profile means the file itself.
"""

NAMED_SO = "use up to 64 letters, digits, . _ - and spaces, and no .toml at the end"

MEND = "mend it, or delete it and calibrate again"

MAX_BYTES = 1 << 20
"""A profile is a page of text; a larger file is none."""


class ScreenPlace(Place, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where the board was when the profile was made: pixels of a screen of this size."""

    screen: tuple[int, int]


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How fast the game takes clicks and shows their effect; play learns it.

    ``clicks_per_second`` were taken without a loss, at ``too_fast`` some were lost: too fast for
    the game, or the pointer left a cell too early for it. ``settle`` is in seconds from a click to
    its last effect on the board, animation included.
    """

    clicks_per_second: float = 60.0
    settle: float = 0.03
    too_fast: float | None = None

    def __post_init__(self) -> None:
        for name, rate in (
            ("clicks_per_second", self.clicks_per_second),
            ("too_fast", self.too_fast),
        ):
            if rate is not None and not 0.5 <= rate <= 5000:
                raise ValueError(f"{name} must be from 0.5 to 5000")
        if not 0 <= self.settle <= 10:
            raise ValueError("settle must be from 0 to 10 seconds")


LUCK = 0.01
"""What the first clicks of a game are taken to promise is wrong in fewer games than this share."""


class FirstClicks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What first clicks on fresh boards of this game did; play counts them.

    ``mines`` of them hit one, ``openings`` opened an area, ``numbers`` showed a number.
    ``luck_safe`` is the chance that so many are safe in a game that promises nothing,
    ``luck_opening`` that so many open an area in one that promises no more than safety. Both grow
    with every first click of which nothing was seen.
    """

    mines: int = 0
    openings: int = 0
    numbers: int = 0
    luck_safe: float = 1.0
    luck_opening: float = 1.0

    def __post_init__(self) -> None:
        if min(self.mines, self.openings, self.numbers) < 0:
            raise ValueError("mines, openings and numbers must be 0 or more")
        if not (0 <= self.luck_safe <= 1 and 0 <= self.luck_opening <= 1):
            raise ValueError("luck_safe and luck_opening must be from 0 to 1")

    @property
    def rule(self) -> FirstClick | None:
        """What the game promises of the first click, None while it may have been luck."""
        if self.mines:
            return FirstClick.UNPROTECTED
        if self.openings and not self.numbers and self.luck_opening < LUCK:
            return FirstClick.OPENING
        return FirstClick.SAFE if self.luck_safe < LUCK else None

    def after(self, fresh: Board, cell: Cell, label: Label) -> FirstClicks:
        """Return these and one more: on a fresh board of known mines ``cell`` showed ``label``.

        Another covered or marked cell says nothing.
        """
        assert fresh.mines is not None
        free = 1 - fresh.mines / fresh.topology.present
        around = free ** len(fresh.topology.neighbors[cell])
        change = msgspec.structs.replace
        if label in (Label.MINE, Label.EXPLODED):
            return change(self, mines=self.mines + 1)
        if label == Label.ZERO:
            return change(
                self,
                openings=self.openings + 1,
                luck_safe=self.luck_safe * free,
                luck_opening=self.luck_opening * around,
            )
        if label <= MAX_NUMBER:
            return change(self, numbers=self.numbers + 1, luck_safe=self.luck_safe * free)
        return self

    def after_unseen(self, fresh: Board) -> FirstClicks:
        """Return these and one on a fresh board of known mines of which nothing was seen.

        It may have hit a mine, or opened no area. Where all such games end unseen, each makes the
        luck of the others likelier by as much as it is rare itself: what was luck then stays as
        likely to be called so as without them.
        """
        assert fresh.mines is not None
        free = 1 - fresh.mines / fresh.topology.present
        if free == 1:
            return self
        around = free ** max(map(len, fresh.topology.neighbors))
        return msgspec.structs.replace(
            self,
            luck_safe=min(1.0, self.luck_safe / (1 - free)),
            luck_opening=min(1.0, self.luck_opening / (1 - around)),
        )


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How to play one game.

    ``absent`` are the places of its rows and columns, counted row by row from 0, that have no cell.
    ``restart`` is how it starts again, as ``--restart`` takes it, but for points: these are places
    beside the board. ``chords`` says whether a left click on a number whose mines all carry flags
    opens the rest around it, None while that is not known; play learns it.
    """

    name: str
    skin: str
    topology: str
    rows: int
    cols: int
    variant: str = ""
    absent: tuple[int, ...] = ()
    mines: int | None = None
    restart: str | None = None
    chords: bool | None = None
    place: ScreenPlace | None = None
    limits: Limits = Limits()
    first_clicks: FirstClicks = FirstClicks()
    made: str = ""

    def __post_init__(self) -> None:
        for key, value in (("name", self.name), ("skin", self.skin)):
            if not NAME.fullmatch(value):
                raise ValueError(f"key {key!r}: {value!r} is no name: {NAMED_SO}")
        require_size(self.rows, self.cols)

    def topology_value(self) -> Topology:
        """Return the board's topology; UsageError for words that name none."""
        return make_topology(self.topology, self.rows, self.cols, self.variant, self.absent)

    def lattice(self) -> Lattice | None:
        """Return the lattice in pixels of the whole screen, None where it was not kept."""
        return None if self.place is None else self.place.lattice(self.topology_value())


def read_profile(path: Path) -> Profile:
    """Return the profile in a TOML file; ProfileError names file and key when it is wrong."""
    try:
        text = read_limited(path, MAX_BYTES)
    except UsageError as error:
        raise ProfileError(str(error)) from None
    try:
        profile = msgspec.toml.decode(text.decode(), type=Profile)
        require_mines_fit("mines", profile.mines, profile.topology_value())
        if profile.restart is not None:
            restart_words(profile.restart)
        if (lattice := profile.lattice()) is not None and profile.place is not None:
            require_within(lattice, *profile.place.screen)
    except UnicodeDecodeError:
        raise ProfileError(f"{path}: this is no text file; {MEND}") from None
    except (msgspec.MsgspecError, ValueError, UsageError, RecursionError) as error:
        raise ProfileError(f"{path}: {error}; {MEND}") from None
    return profile


def write_profile(profile: Profile, path: Path) -> None:
    """Write a profile as a TOML file; UsageError where that cannot be done."""
    write_whole(path, tomli_w.dumps(_without_none(msgspec.to_builtins(profile))).encode())


def _without_none(value: Any) -> Any:
    """TOML has no null: what is None is left out."""
    if isinstance(value, dict):
        return {key: _without_none(inner) for key, inner in value.items() if inner is not None}
    return value
