"""What play teaches a profile: how a game starts again, once it did, and how slowly it settles."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from autoplay.bench.known_looks import library_for, true_lattice
from autoplay.calibration import Library
from autoplay.cli.lessons import Lessons
from autoplay.cli.plan import Plan
from autoplay.cli.play_games import play_games
from autoplay.desktop.ports import Frame, Point, Region
from autoplay.desktop.virtual import Faults, Monitor, VirtualDesktop, make_virtual_desktop
from autoplay.errors import NoEffectError
from autoplay.game import Outcome
from autoplay.play.events import Result
from autoplay.play.manner import GuessMode
from autoplay.play.screen_game import ScreenGame
from autoplay.vision.skin import Skin
from tests.stuck_game import stuck_in_the_second_game

ROOM = Region(0, 0, 480, 480)


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    """A library whose profile says that the face starts a game."""
    monkeypatch.setattr("autoplay.cli.play_games.bundles", lambda: tmp_path / "bundles")
    profile, skin = library_for("classic", "square", 24).load("known")
    library = Library(((tmp_path / "calibration", tmp_path / "templates"),))
    library.save(msgspec.structs.replace(profile, restart="face"), skin)
    return library


def _desktop(faults: Faults | None = None) -> VirtualDesktop:
    return make_virtual_desktop(
        "beginner", seed=4, pitch=24, monitors=(Monitor(ROOM),), restart_key="F8", faults=faults
    )


def _play(desktop: VirtualDesktop, library: Library, plan: Plan) -> str | None:
    """Play and return the restart that the profile has then."""
    play_games(desktop.machine(), (ROOM,), library, replace(plan, mines=10))
    return library.load("known")[0].restart


def test_a_restart_that_started_no_game_is_not_kept(library: Library) -> None:
    with pytest.raises(NoEffectError, match="did not start again"):
        _play(_desktop(), library, Plan(games=2, restart="F9"))
    assert library.load("known")[0].restart == "face"
    assert _play(_desktop(), library, Plan(games=2)) == "face"


def _greener_where_lost(desktop: VirtualDesktop) -> None:
    """Let a lost board look like no other, as some games draw an outline around its cells."""
    grab = desktop.grab

    def greener(region: Region) -> Frame:
        frame = grab(region)
        if desktop.game.game.outcome is not Outcome.LOST:
            return frame
        pixels = frame.pixels.copy()
        pixels[:, :, 1] = 40 + pixels[:, :, 1] // 2
        return replace(frame, pixels=pixels)

    desktop.grab = greener  # type: ignore[method-assign]


def test_a_game_lost_as_its_profile_never_saw_it_is_known_once_it_starts_again(
    library: Library, capsys: pytest.CaptureFixture[str]
) -> None:
    desktop = _desktop()
    _greener_where_lost(desktop)
    game, lattice = desktop.game.game, true_lattice(desktop.game)
    for cell in (40, *range(81)):
        is_mined = game.minefield is not None and cell in game.minefield.mines
        if cell == 40 or (is_mined and game.outcome is Outcome.PLAYING):
            desktop.click(Point(*map(round, lattice.center(cell))))
            desktop.machine().clock.sleep(1.0)  # until it is drawn
    assert game.outcome is Outcome.LOST
    play_games(desktop.machine(), (ROOM,), library, Plan(mines=10, games=2, restart="F8"))
    told = capsys.readouterr().err
    assert "9x9, with a look learned just now" in told.splitlines()[0]
    assert "9x9, with profile known" in told.splitlines()[1]
    assert library.names() == ["known"]


def test_a_restart_that_was_not_tried_is_not_kept(library: Library) -> None:
    assert _play(_desktop(), library, Plan(restart="F8")) == "face"


def test_a_restart_that_started_a_game_is_kept(library: Library) -> None:
    assert _play(_desktop(), library, Plan(games=2, restart="F8")) == "F8"


def test_a_restart_that_worked_is_kept_though_the_game_it_started_failed(library: Library) -> None:
    desktop = stuck_in_the_second_game(_desktop())
    with pytest.raises(NoEffectError, match="three times"):
        _play(desktop, library, Plan(games=2, restart="F8"))
    assert library.load("known")[0].restart == "F8"


@pytest.mark.parametrize("seconds", [0.1, 0.3])
def test_the_animation_of_a_game_is_in_the_settle_time_that_is_kept(
    seconds: float, library: Library
) -> None:
    desktop = _desktop(Faults(animated=1.0, animation_seconds=seconds))
    _play(desktop, library, Plan(games=4, policy="lowest_risk"))
    assert seconds < library.load("known")[0].limits.settle < seconds + 0.05


def test_a_game_that_another_program_learned_meanwhile_is_kept(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = Library(tuple((each / "new", skins / "new") for each, skins in library.folders))
    take = Lessons.take

    def take_late(lessons: Lessons, result: Result) -> None:
        profile, skin = library.load("known")
        empty.save(msgspec.structs.replace(profile, name="learned", skin="learned"), skin)
        take(lessons, result)

    monkeypatch.setattr(Lessons, "take", take_late)
    play_games(_desktop().machine(), (ROOM,), empty, Plan(mines=10))
    assert empty.names() == ["learned-2", "learned"]
    assert empty.load("learned")[0].restart == "face"  # the other program's
    assert empty.load("learned-2")[0].restart != "face"


def test_a_person_who_takes_the_mouse_once_the_game_is_over_does_not_undo_its_end(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    desktop = _desktop()
    learn = ScreenGame.learn

    def disturbed(game: ScreenGame) -> Skin:
        desktop.person_moves(Point(3, 3))
        desktop.check()
        return learn(game)

    monkeypatch.setattr(ScreenGame, "learn", disturbed)
    plan = Plan(mines=10, policy="lowest_risk")
    finished = play_games(desktop.machine(), (ROOM,), library, plan)
    assert finished.result is Result.WON
    assert library.load("known")[0].first_clicks.openings == 1


def test_what_is_learned_by_a_profile_of_another_folder_replaces_none_of_that_name(
    library: Library, tmp_path: Path
) -> None:
    given = Library(((tmp_path / "friends", tmp_path / "friends"),))
    profile, skin = library.load("known")
    path = given.save(msgspec.structs.replace(profile, restart=None), skin)
    before = _files(tmp_path / "calibration")
    plan = Plan(games=2, restart="F8", profile=str(path), mines=10)
    play_games(_desktop().machine(), (ROOM,), library, plan)
    assert _files(tmp_path / "calibration") == before
    assert given.load("known")[0].restart is None
    play_games(_desktop().machine(), (ROOM,), given, plan)  # one of its own is kept up
    assert given.load("known")[0].restart == "F8"


def test_a_game_in_which_nothing_was_done_leaves_its_profile_as_it_was(library: Library) -> None:
    play_games(_desktop().machine(), (ROOM,), library, Plan(mines=10, delay=0.01))
    played = _files(library.folders[0][0])
    play_games(_desktop().machine(), (ROOM,), library, Plan(guess=GuessMode.NEVER, mines=10))
    assert _files(library.folders[0][0]) == played


def _files(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Return when each profile was written, and what it says."""
    return {path.name: (path.stat().st_mtime_ns, path.read_bytes()) for path in folder.iterdir()}
