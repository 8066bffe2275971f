"""What playing teaches of a game, kept as its profile when play ends."""

from __future__ import annotations

import sys

import msgspec

from autoplay.calibration import Library, Profile, bundled_names, instead_of_bundled, is_own
from autoplay.errors import UsageError
from autoplay.play.board_on_screen import LEARNED, Found
from autoplay.play.chords import Chords
from autoplay.play.events import Result
from autoplay.play.first_clicks import FirstClickCounter
from autoplay.play.found_game import limits_of
from autoplay.play.outcome import mines_left_covered
from autoplay.play.restart import NewGames
from autoplay.play.screen_game import ScreenGame
from autoplay.policy import Premises
from autoplay.vision.skin import Skin


def warn_where_none_is_kept(library: Library) -> None:
    """Say on standard error, before play, that what it teaches cannot be saved."""
    try:
        library.check_room()
    except UsageError as error:
        print(f"autoplay: what is learned will be lost: {error}", file=sys.stderr)


class Lessons:
    """Its looks, pace, chords, first clicks, mine total and restart, as far as they are known now.

    ``counter`` listens to every game, ``chords`` are for all of them. The pace is not kept where
    the person gave one.
    """

    def __init__(
        self, found: Found, game: ScreenGame, new_games: NewGames | None, *, keep_pace: bool
    ) -> None:
        self._found, self._game, self._new_games = found, game, new_games
        self._keep_pace = keep_pace
        self._seen = found.profile.mines  # the total by what was seen, of this game or an earlier
        self.counter = FirstClickCounter(game, found.profile.first_clicks, found.likely_mines)
        self.chords = Chords(found.profile.chords)
        self._taken: tuple[Profile, Skin] | None = None

    @property
    def premises(self) -> Premises:
        """What the next game is played on."""
        return Premises(self.counter.counted.rule, self.counter.likely_mines)

    def take(self, result: Result) -> None:
        """Take what a game taught that ended so; one that ended in an error is not taken.

        A game that is won shows how many mines it has. StoppedError or PausedError as
        ``ScreenGame.learn``, whose time a person who has stopped does not wait for: all but what
        that learns is taken then.
        """
        reading = self._game.reading
        if self._found.mines is None and result is Result.WON and reading is not None:
            self._seen = mines_left_covered(reading.board) or self._seen
            self.counter.likely_mines = self._seen or self.counter.likely_mines
        profile = msgspec.structs.replace(
            self._found.profile, mines=self._seen, chords=self.chords.works
        )
        if self._keep_pace:
            limits = limits_of(self._game.pace.learned())
            profile = msgspec.structs.replace(profile, limits=limits)
        self._taken = (profile, self._game.skin)
        if result is not Result.STOPPED:
            self._taken = (profile, self._game.learn())

    def keep(self, library: Library) -> None:
        """Save what was taken, what a first click that was not seen says of the earlier ones, and
        the restart that worked: one that was only said may be wrong.

        That it hides a bundled profile from now on is said on standard error. Where it cannot be
        saved, the games were played all the same.
        """
        found = self._found
        if self._taken is None and not found.known:
            return
        profile, skin = self._taken or (found.profile, found.skin)
        worked = None if self._new_games is None else self._new_games.worked
        profile = msgspec.structs.replace(
            profile, first_clicks=self.counter.counted, restart=worked or profile.restart
        )
        if found.known and profile == found.profile and skin is found.skin:
            return
        if not found.known:
            profile = msgspec.structs.replace(profile, name=LEARNED)
        hides = profile.name in bundled_names(library) and not is_own(library, profile.name)
        try:
            path = library.save(profile, skin, is_new=not found.known)
        except UsageError as error:
            print(f"autoplay: what was learned is lost: {error}", file=sys.stderr)
            return
        if hides:
            instead = instead_of_bundled(profile.name)
            print(f"autoplay: what was learned is kept in {path}; {instead}", file=sys.stderr)
