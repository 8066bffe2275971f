"""Profiles kept by `autoplay calibrate`: named whole, refused where damaged, and never lost."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from autoplay.calibration import Library, read_profile
from autoplay.cli.main import group
from autoplay.desktop.virtual import make_virtual_desktop
from autoplay.errors import ProfileError
from autoplay.play.board_on_screen import find_in_picture
from autoplay.vision.lattice import Image
from autoplay.vision.picture import load_picture, save_picture
from autoplay.vision.reading import Reading
from autoplay.vision.skin import load_skin
from tests.fixture_files import FIXTURES, PICTURE, SCREENS


def test_a_profile_that_is_too_large_is_refused_whole(tmp_path: Path) -> None:
    """A line of comment of one MiB, and keys behind it that were never read."""
    kept = (FIXTURES.parent / "calibration" / "xdemineur.toml").read_text()
    (tmp_path / "large.toml").write_text(f"{kept}\n#{'-' * (1 << 20)}\nmade = 'never read'\n")
    with pytest.raises(ProfileError, match=r"large\.toml: larger than 1 MiB"):
        read_profile(tmp_path / "large.toml")


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="a folder that takes no file")
def test_no_profile_is_kept_where_its_picture_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To root every folder says that it can be written, and /proc takes no file all the same."""
    monkeypatch.setattr(Library, "usual", lambda: Library(((tmp_path, tmp_path),)))
    arguments = ["calibrate", "--image", PICTURE, "--out", "/proc/x.png", "--no-open"]
    done = CliRunner().invoke(group, arguments)
    assert str(done.exception) == "/proc/x.png: the folder /proc cannot be written; choose another"
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_profile_hides_none(tmp_path: Path) -> None:
    """A folder by a profile's name, and a name that would be taken for a path."""
    (tmp_path / "office.toml").mkdir()
    (tmp_path / "other.toml.toml").write_text("")
    (tmp_path / "home.toml").write_text("")
    assert Library(((tmp_path, tmp_path),)).names() == ["home"]


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"\xff\xfe", "no text file; mend it"), (b"fun = 1", r"`name`|`fun`"), (b"", "mend it, or")],
)
def test_a_damaged_profile_is_named_with_what_to_do(
    content: bytes, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "office.toml"
    path.write_bytes(content)
    with pytest.raises(ProfileError, match=rf"office\.toml: .*{message}"):
        read_profile(path)


@pytest.mark.parametrize(("key", "value"), [("name", "../x"), ("skin", "../../etc")])
def test_a_profile_of_a_name_that_climbs_out_names_file_and_key(
    key: str, value: str, tmp_path: Path
) -> None:
    path = tmp_path / "office.toml"
    given = {"name": "a", "skin": "a", key: value}
    names = "".join(f'{name}="{text}"\n' for name, text in given.items())
    path.write_text(f'{names}topology="square"\nrows=8\ncols=8\n')
    with pytest.raises(ProfileError) as told:
        read_profile(path)
    assert str(told.value).startswith(f"{path}: key '{key}': '{value}' is no name: use up to 64 ")


def test_a_profile_of_more_mines_than_cells_names_file_and_key(tmp_path: Path) -> None:
    path = tmp_path / "office.toml"
    path.write_text('name="a"\nskin="a"\ntopology="square"\nrows=8\ncols=8\nmines=1000\n')
    with pytest.raises(ProfileError, match=r"office\.toml: mines = 1000: the board has 64 cells"):
        read_profile(path)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("first_cell_center", "[nan, 20.0]"),
        ("first_cell_center", "[20.0, 1e30]"),
        ("first_cell_center", "[-50.0, 20.0]"),
        ("pitch", "[0.0, 16.0]"),
        ("pitch", "[inf, 16.0]"),
        ("pitch", "[1e-300, 16.0]"),
        ("pitch", "[3000.0, 3000.0]"),
        ("wider", f"[0, {2**70}]"),
        ("more", "-1.0"),
    ],
)
def test_a_profile_of_a_place_on_no_screen_is_left_out(
    key: str, value: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = {"first_cell_center": "[20.0, 20.0]", "pitch": "[16.0, 16.0]", "screen": "[500, 500]"}
    place[key] = value
    lines = "\n".join(f"{name} = {numbers}" for name, numbers in place.items())
    kept = (FIXTURES.parent / "calibration" / "xdemineur.toml").read_text()
    (tmp_path / "xdemineur.toml").write_text(f"{kept}\n[place]\n{lines}\n")
    library = Library(((tmp_path, FIXTURES.parent / "templates"),))
    assert library.load_all() == []
    told = capsys.readouterr().err
    assert told.startswith("autoplay: profile 'xdemineur' is left out: ")
    assert "xdemineur.toml: " in told
    assert key in told


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('restart = "F99"', "restart 'F99': no key 'F99'"),
        ('restart = ""', "restart '': write KEY"),
        ('topology = "hexagon"', "topology = 'hexagon': its skin 'xdemineur' is of squares"),
    ],
)
def test_a_profile_that_cannot_be_played_is_left_out_with_the_reason(
    line: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = (FIXTURES.parent / "calibration" / "xdemineur.toml").read_text()
    lines = [each for each in kept.splitlines() if not each.startswith(line.split(maxsplit=1)[0])]
    (tmp_path / "xdemineur.toml").write_text("\n".join([line, *lines]))
    library = Library(((tmp_path, FIXTURES.parent / "templates"),))
    assert library.load_all() == []
    assert told in capsys.readouterr().err
    assert told in str(library.damaged()[0])


@pytest.mark.skipif(sys.platform == "darwin", reason="there a name has no such bytes")
def test_a_picture_whose_name_is_no_text_is_calibrated_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    picture = shutil.copyfile(PICTURE, tmp_path / os.fsdecode(b"\xff.png"))
    arguments = ["calibrate", "--image", str(picture), "--name", "office", "--no-open"]
    assert CliRunner().invoke(group, arguments, catch_exceptions=False).exit_code == 0
    made = read_profile(tmp_path / "autoplay" / "calibration" / "office.toml").made
    assert made.endswith(r"\xff.png")


def test_a_game_calibrated_again_keeps_the_skin_it_reads_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    home, skins = (tmp_path / "autoplay" / name for name in ("calibration", "templates"))
    arguments = ["calibrate", "--image", PICTURE, "--no-open"]
    CliRunner().invoke(group, [*arguments, "--name", "office"], catch_exceptions=False)
    (skins / "office").rename(skins / "learned")
    kept = (home / "office.toml").read_text()
    (home / "office.toml").write_text(kept.replace('skin = "office"', 'skin = "learned"'))
    CliRunner().invoke(group, arguments, catch_exceptions=False)
    assert [path.name for path in skins.iterdir()] == ["learned"]
    assert read_profile(home / "office.toml").skin == "learned"


@pytest.mark.parametrize("size", [(10_000, 10_000), (1, 100_001), (0, 9)])
def test_a_profile_of_a_board_that_no_screen_has_is_refused(
    size: tuple[int, int], tmp_path: Path
) -> None:
    path = tmp_path / "office.toml"
    path.write_text(
        f'name="a"\nskin="a"\ntopology="square"\nrows={size[0]}\ncols={size[1]}\nmines=0\n'
    )
    with pytest.raises(ProfileError, match=r"office\.toml: rows and cols .* 100000 cells at most"):
        read_profile(path)


def test_a_profile_of_another_game_is_not_replaced_without_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    picture = str(SCREENS / "xdemineur" / "mid1.png")
    arguments = ["calibrate", "--image", picture, "--name", "winemine", "--no-open"]
    for replaced in (True, False):  # the second time the game is known by that name
        told = CliRunner().invoke(group, arguments).output
        assert "winemine.toml" in told
        assert re.search(r"^reading: certain, (over )?[\d.]+ times the threshold$", told, re.M)
        assert ("it replaces another of that name" in told) is replaced
        assert "it is used instead of the bundled profile winemine; `autoplay profiles " in told
    told = CliRunner().invoke(group, [*arguments[:-3], "--name", "office", "--no-open"]).output
    assert "bundled" not in told


def test_a_skin_that_another_profile_reads_with_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    picture = str(SCREENS / "xbomb-square" / "mid1.png")
    arguments = ["calibrate", "--name", "mine", "--no-open", "--image"]
    assert CliRunner().invoke(group, [*arguments, picture]).exit_code == 0
    kept = Library.usual().folders[0][0]
    (kept / "mine.toml").rename(kept / "other.toml")
    told = CliRunner().invoke(group, [*arguments, str(SCREENS / "xbomb-hex" / "mid1.png")])
    assert "templates/mine: profile other reads with this skin; " in str(told.exception)
    assert find_in_picture(load_picture(Path(picture)), Library.usual()).profile.name == "other"


def test_a_total_that_the_board_disproves_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Library, "usual", lambda: Library(((tmp_path, tmp_path),)))
    told = CliRunner().invoke(group, ["calibrate", "--image", PICTURE, "--mines", "3"])
    assert "--mines 3: " in str(told.exception)
    assert list(tmp_path.iterdir()) == []


def test_the_picture_of_a_calibration_tells_the_mine_total_as_the_terminal_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    titles: list[str] = []

    def draw(image: Image, reading: Reading, *, title: str) -> Image:
        titles.append(title)
        return image

    monkeypatch.setattr(Library, "usual", lambda: Library(((tmp_path, tmp_path),)))
    monkeypatch.setattr("autoplay.vision.annotate.annotate", draw)
    told = CliRunner().invoke(group, ["calibrate", "--image", PICTURE, "--no-open"]).output
    assert "16x30, 99 mines assumed, as usual (" in told
    assert "16 x 30, 99 mines assumed, as usual (" in titles[0]


def test_a_profile_that_cannot_be_kept_names_its_file(tmp_path: Path) -> None:
    (tmp_path / "taken").write_bytes(b"")
    profile, skin = Library.usual().load("xdemineur")
    library = Library(((tmp_path / "taken", tmp_path / "taken"),))
    with pytest.raises(ProfileError, match=r"taken/xdemineur\.toml"):
        library.save(profile, skin)


def test_a_profile_whose_file_is_a_folder_names_it(tmp_path: Path) -> None:
    profile, skin = Library.usual().load("xdemineur")
    (tmp_path / "calibration" / "xdemineur.toml").mkdir(parents=True)
    library = Library(((tmp_path / "calibration", tmp_path / "templates"),))
    with pytest.raises(ProfileError, match=r"calibration/xdemineur\.toml: Is a directory"):
        library.save(profile, skin)


def test_a_profile_that_cannot_be_kept_leaves_the_older_skin(tmp_path: Path) -> None:
    profile, skin = Library.usual().load("xdemineur")
    library = Library(((tmp_path / "calibration", tmp_path / "templates"),))
    path = library.save(profile, skin)
    path.unlink()
    path.mkdir()
    with pytest.raises(ProfileError, match="Is a directory"):
        library.save(profile, replace(skin, limit=9.0))
    assert load_skin(tmp_path / "templates" / profile.skin).limit == skin.limit


def test_a_damaged_skin_hides_no_shipped_one_of_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    usual = Library.usual()
    profile, skin = usual.load("xdemineur")
    library = Library(((tmp_path / "calibration", tmp_path / "templates"), usual.folders[1]))
    library.save(profile, skin)
    (tmp_path / "templates" / profile.skin / "skin.toml").write_text("")
    assert len(library.load("xdemineur")[1]) == len(skin)
    said = capsys.readouterr().err
    assert "skin.toml: " in said and "mend it, or delete it and calibrate again" in said
    alone = Library(library.folders[:1])
    with pytest.raises(ProfileError, match=r"skin\.toml: .*mend it, or delete it"):
        alone.load("xdemineur")


def test_a_second_new_game_leaves_the_first_ones_profile_alone(tmp_path: Path) -> None:
    library = Library(((tmp_path / "calibration", tmp_path / "templates"),))
    names = []
    for game in ("xdemineur", "xbomb-hex"):
        found = find_in_picture(load_picture(SCREENS / game / "mid1.png"), library)
        library.save(found.profile, found.skin)
        names.append(found.profile.name)
    assert names == ["learned", "learned-2"]
    assert [library.load(name)[1].name for name in names] == names
    late = library.save(found.profile, found.skin, is_new=True)  # learned twice at once
    assert late.stem not in names
    again = find_in_picture(load_picture(SCREENS / "xdemineur" / "mid2.png"), library)
    assert (again.known, again.profile.name) == (True, "learned")


def test_a_profile_copied_to_another_name_goes_by_its_files_name(tmp_path: Path) -> None:
    usual = Library.usual()
    library = Library(((tmp_path, tmp_path), *usual.folders[1:]))
    shutil.copy(usual.folders[1][0] / "xdemineur.toml", tmp_path / "office.toml")
    profile, _ = library.load("office")
    assert (profile.name, profile.skin) == ("office", "xdemineur")


def test_a_damaged_profile_keeps_no_other_game_from_being_known(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "calibration"
    home.mkdir()
    (home / "office.toml").write_text("fun = 1")
    library = Library(((home, tmp_path / "templates"), *Library.usual().folders[1:]))
    found = find_in_picture(load_picture(SCREENS / "xdemineur" / "mid1.png"), library)
    assert (found.known, found.profile.name) == (True, "xdemineur")
    said = capsys.readouterr().err
    assert said.startswith("autoplay: profile 'office' is left out: ")
    assert said.count("\n") == 1
    with pytest.raises(ProfileError, match=r"office\.toml"):
        library.load("office")


def test_how_sure_a_board_is_of_which_only_one_look_is_known_is_a_number_in_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    desktop = make_virtual_desktop(look="dark")
    picture = desktop.machine().screen.grab(desktop.screens[0].region).pixels
    save_picture(tmp_path / "fresh.png", picture[:, :, :3])
    arguments = ["calibrate", "--image", str(tmp_path / "fresh.png"), "--json"]
    for known in (False, True):  # the second time by the covered look alone
        told = CliRunner().invoke(group, arguments, catch_exceptions=False).output
        found = json.loads(told, parse_constant=pytest.fail)
        assert (found["known"], found["labels"]) == (known, ["covered"])
    assert found["confidence"] == 1000


def test_what_was_found_is_told_where_the_profile_cannot_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a file").write_text("no folder")
    library = Library(((tmp_path / "a file" / "calibration", tmp_path / "skins"),))
    monkeypatch.setattr(Library, "usual", lambda: library)
    picture = str(SCREENS / "xdemineur" / "mid1.png")
    done = CliRunner().invoke(group, ["calibrate", "--image", picture, "--json"])
    assert isinstance(done.exception, ProfileError)
    told = json.loads(done.output)
    assert (told["topology"], told["rows"], told["path"], told["picture"]) == (
        "square",
        16,
        None,
        None,
    )
    done = CliRunner().invoke(group, ["calibrate", "--image", picture, "--no-open"])
    assert isinstance(done.exception, ProfileError)
    assert not list(tmp_path.glob("skins/*"))  # no skin without its profile
    assert "square board, " in done.output and "profile:" not in done.output
    assert "a file" in str(done.exception) and "free space" in str(done.exception)
