"""`autoplay profiles`: what is known is listed, and a person's own is renamed or deleted whole."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from autoplay.calibration import Library, read_profile
from autoplay.cli.main import group, main
from autoplay.files import remove_together
from autoplay.vision.skin import load_skin

BUNDLED = "xdemineur"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The person's folder, which the commands use, with one profile: `office` and its picture."""
    own = (tmp_path / "calibration", tmp_path / "templates")
    library = Library((own, Library.usual().folders[1]))
    profile, skin = library.load(BUNDLED)
    path = library.save(msgspec.structs.replace(profile, name="office", skin="office"), skin)
    path.with_suffix(".png").write_bytes(b"a picture")
    monkeypatch.setattr(Library, "usual", lambda: library)
    return tmp_path


def _run(*words: str) -> list[str]:
    done = CliRunner().invoke(group, ["profiles", *words], catch_exceptions=False)
    assert done.exit_code == 0
    return done.output.splitlines()


def _refused(*words: str, capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as left:
        main(["profiles", *words])
    assert left.value.code == 2
    told = capsys.readouterr().err
    assert told.startswith("autoplay: ") and told.count("\n") == 1
    return told


def _files(home: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}


def _office(home: Path) -> list[Path]:
    calibration = home / "calibration"
    return [
        calibration / "office.toml",
        calibration / "office.png",
        home / "templates" / "office",
    ]


def _second(home: Path) -> Path:
    """Add a profile that is read with the same skin as `office`, as a copied file is."""
    path = home / "calibration" / "second.toml"
    shutil.copyfile(home / "calibration" / "office.toml", path)
    return path


def test_the_list_tells_of_each_profile_what_it_is_and_where(home: Path) -> None:
    titles, first, *others = _run()
    assert titles.split() == ["name", "board", "mines", "skin", "whose", "file"]
    path = home / "calibration" / "office.toml"
    assert first.split() == ["office", "square", "16x30", "100", "office", "yours", str(path)]
    assert {line.split()[5] for line in others} == {"bundled"}
    assert [line.split()[0] for line in others] == sorted(line.split()[0] for line in others)


def test_programs_are_told_the_same_a_line_a_profile(home: Path) -> None:
    first, *others = map(json.loads, _run("--json"))
    assert first == {
        "name": "office",
        "topology": "square",
        "variant": "",
        "rows": 16,
        "cols": 30,
        "mines": 100,
        "skin": "office",
        "bundled": False,
        "hides_bundled": False,
        "path": str(home / "calibration" / "office.toml"),
        "problem": None,
    }
    assert BUNDLED in {each["name"] for each in others}
    assert all(each["bundled"] for each in others)


def test_a_damaged_profile_or_skin_is_listed_with_its_problem(home: Path) -> None:
    _second(home).write_text("fun = 1")
    (home / "templates" / "office" / "skin.toml").write_text("")
    office, second, *_ = map(json.loads, _run("--json"))
    assert (office["rows"], second["rows"]) == (16, None)
    assert "skin.toml" in office["problem"] and "second.toml" in second["problem"]
    assert sum(line.startswith("  cannot be used: ") for line in _run()) == 2


def test_one_that_hides_a_bundled_one_is_told_as_that_and_gives_it_back(home: Path) -> None:
    library = Library.usual()
    library.save(*library.load(BUNDLED))
    listed = {each["name"]: each for each in map(json.loads, _run("--json"))}
    assert (listed[BUNDLED]["bundled"], listed[BUNDLED]["hides_bundled"]) == (False, True)
    assert any(f" {BUNDLED} " in line and "yours (hides" in line for line in _run())
    assert f"the bundled profile {BUNDLED} is used again" in _run("rename", BUNDLED, "mine")
    library.save(*library.load(BUNDLED))
    assert f"the bundled profile {BUNDLED} is used again" in _run("delete", BUNDLED)
    assert library.load(BUNDLED)[0].name == BUNDLED


def test_a_renamed_profile_takes_its_skin_and_picture_along(home: Path) -> None:
    before = read_profile(home / "calibration" / "office.toml")
    path = home / "calibration" / "at home.toml"
    assert _run("rename", "office", "at home") == [f"profile: {path}"]
    assert read_profile(path) == msgspec.structs.replace(before, name="at home", skin="at home")
    assert path.with_suffix(".png").read_bytes() == b"a picture"
    assert load_skin(home / "templates" / "at home").name == "at home"
    assert not any(path.exists() for path in _office(home))


def test_a_skin_that_two_profiles_share_is_copied_by_renaming_one(home: Path) -> None:
    second = _second(home)
    _run("rename", "office", "home")
    assert read_profile(second).skin == "office"
    assert load_skin(home / "templates" / "office").name == "office"
    assert Library.usual().load("home")[1].name == "home"


def test_what_is_deleted_is_said_and_nothing_else_goes(home: Path) -> None:
    profile, picture, skin = _office(home)
    (home / "calibration" / "notes.txt").write_text("mine")
    told = _run("delete", "office", "office")
    assert told == [
        f"deleted profile: {profile}",
        f"deleted picture: {picture}",
        f"deleted skin: {skin}",
    ]
    assert [path.name for path in _files(home)] == ["notes.txt"]
    assert list((home / "templates").iterdir()) == []


def test_a_skin_stays_while_another_profile_uses_it(home: Path) -> None:
    _second(home)
    skin = home / "templates" / "office"
    assert f"kept skin: {skin} (of second too)" in _run("delete", "office")
    assert Library.usual().load("second")
    assert Library.usual().free_name("office") == "office-2"
    assert f"deleted skin: {skin}" in _run("delete", "second")
    assert Library.usual().free_name("office") == "office"


def test_a_skin_goes_with_the_last_of_those_that_share_it(home: Path) -> None:
    _second(home)
    assert f"deleted skin: {home / 'templates' / 'office'}" in _run("delete", "office", "second")


def test_a_damaged_profile_can_be_deleted(home: Path) -> None:
    profile, _, skin = _office(home)
    profile.write_text("fun = 1")
    (skin / "skin.toml").write_text("")
    skin.rename(skin.with_name(".office.old"))  # as a program leaves it that was killed
    _run("delete", "office")
    assert _files(home) == {}


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("delete", BUNDLED), f"profile '{BUNDLED}' came with autoplay and stays as it is"),
        (("rename", BUNDLED, "mine"), f"profile '{BUNDLED}' came with autoplay"),
        (("delete", "office", "Ofice"), "no profile 'Ofice'; did you mean office? "),
        (("delete", "office", "../office"), "no profile '../office'; "),
        (("rename", "zzz", "mine"), f"no profile 'zzz'; there are: office, .*{BUNDLED}"),
        (("rename", "office", BUNDLED), f"there is a profile '{BUNDLED}' already"),
        (("rename", "office", "office"), "there is a profile 'office' already"),
        (("rename", "office", "../up"), "'../up' is no name for a profile: use up to 64"),
        (("rename", "office", "stray"), "there is a skin of that name; choose another name"),
        (("--json", "delete", "office"), "--json lists profiles"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line_and_changes_nothing(
    home: Path, words: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(home / "templates" / "office", home / "templates" / "stray")
    before = _files(home)
    told = _refused(*words, capsys=capsys)
    assert why.partition(".*")[0] in told and why.rpartition(".*")[2] in told
    assert _files(home) == before


@pytest.mark.parametrize("words", [("delete", "second", "office"), ("rename", "office", "home")])
@pytest.mark.parametrize("stuck", ["office.toml", "office.png", "office"])
def test_where_one_file_cannot_go_all_is_as_it_was(
    home: Path,
    words: tuple[str, ...],
    stuck: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    _second(home).write_text(  # of a skin of its own, or that of `office` would stay
        _second(home).read_text().replace('skin = "office"', 'skin = "second"')
    )
    before, rename = _files(home), Path.rename

    def fails(path: Path, target: Path) -> Path:
        if path.name == stuck:
            raise PermissionError(13, "Permission denied", str(path))
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", fails)
    assert f"{stuck}: Permission denied; nothing was deleted" in _refused(*words, capsys=capsys)
    assert _files(home) == before


def test_a_rename_whose_picture_cannot_be_written_changes_nothing(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "calibration" / "home.png").mkdir()
    before = _files(home)
    assert "home.png: " in _refused("rename", "office", "home", capsys=capsys)
    assert _files(home) == before


def test_ctrl_c_while_files_are_removed_together_leaves_them_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.write_text("1")
    second.mkdir()
    rename = Path.rename

    def interrupted(path: Path, target: Path) -> Path:
        done = rename(path, target)
        if path == second:
            raise KeyboardInterrupt
        return done

    monkeypatch.setattr(Path, "rename", interrupted)
    with pytest.raises(KeyboardInterrupt):
        remove_together([first, second])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["first", "second"]
