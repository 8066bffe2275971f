"""Whether a game has chords, as its profile keeps it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from autoplay.bench.known_looks import library_for
from autoplay.calibration import Library, Profile, read_profile, write_profile
from autoplay.cli import play_games as playing
from autoplay.cli.plan import Plan
from autoplay.cli.play_games import play_games
from autoplay.desktop.ports import Region
from autoplay.desktop.virtual import Monitor, VirtualDesktop, make_virtual_desktop
from autoplay.errors import ProfileError
from autoplay.play.board_on_screen import find_game

ROOM = Region(0, 0, 480, 480)
SHIPPED = Path(__file__).parent.parent / "calibration"
PROFILE = Profile(name="a", skin="a", topology="square", rows=9, cols=9)


@pytest.mark.parametrize("chords", [None, True, False])
def test_a_profile_keeps_whether_chords_work(chords: bool | None, tmp_path: Path) -> None:
    profile = msgspec.structs.replace(PROFILE, chords=chords)
    write_profile(profile, tmp_path / "a.toml")
    assert ("chords" in (tmp_path / "a.toml").read_text()) is (chords is not None)
    assert read_profile(tmp_path / "a.toml") == profile


def test_another_word_than_true_or_false_is_named_in_a_line(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    write_profile(PROFILE, path)
    path.write_text('chords = "left"\n' + path.read_text())
    with pytest.raises(ProfileError, match=r"a\.toml: .*bool.*\$\.chords.*; mend it") as told:
        read_profile(path)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("name", "chords"),
    [
        ("sgt-mines", True),
        ("xbomb-square", True),
        ("xbomb-hex", True),
        ("xbomb-tri", True),
        ("xdemineur", False),  # the middle button does it
        ("kmines", None),  # a setting of its own decides
        ("winemine", None),
    ],
)
def test_what_a_games_manual_says_of_chords_is_known_before_it_is_played(
    name: str, chords: bool | None
) -> None:
    assert read_profile(SHIPPED / f"{name}.toml").chords is chords


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    """The looks of the virtual game, in folders of its own."""
    monkeypatch.setattr(playing, "bundles", lambda: tmp_path / "bundles")
    library = Library(((tmp_path / "calibration", tmp_path / "templates"),))
    profile, skin = library_for("classic", "square", 24).load("known")
    library.save(profile, skin)
    return library


def _desktop(*, left_chords: bool) -> VirtualDesktop:
    return make_virtual_desktop(
        "beginner", seed=4, pitch=24, monitors=(Monitor(ROOM),), left_chords=left_chords
    )


@pytest.mark.parametrize("left_chords", [True, False])
def test_what_play_learned_of_chords_is_kept(left_chords: bool, library: Library) -> None:
    desktop = _desktop(left_chords=left_chords)
    play_games(desktop.machine(), (ROOM,), library, Plan(mines=10, flags=True, games=3))
    assert library.load("known")[0].chords is left_chords


def test_games_begin_with_what_the_profile_says(library: Library) -> None:
    clicks = []
    for chords in (True, False):
        profile, skin = library.load("known")
        library.save(msgspec.structs.replace(profile, chords=chords), skin)
        desktop = _desktop(left_chords=True)
        found = find_game(desktop.machine(), library, ROOM)
        assert found.profile.chords is chords
        finished = play_games(desktop.machine(), (ROOM,), library, Plan(mines=10, flags=True))
        clicks.append(finished.clicks)
        assert library.load("known")[0].chords is chords
    assert clicks[0] < clicks[1]
