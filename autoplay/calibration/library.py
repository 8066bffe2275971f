"""The folders that profiles and the skins they read with are kept in."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

import msgspec
import platformdirs

from autoplay.calibration.profile import MEND, NAME, Profile, read_profile, write_profile
from autoplay.errors import ProfileError, UsageError
from autoplay.files import alone_in, check_room
from autoplay.resources import data_folder
from autoplay.vision.skin import Skin, is_skin, load_skin, replacing_skin


@dataclass(frozen=True)
class Library:
    """Folders that hold profiles and skins, the user's first, then the shipped ones.

    Games that are ``given`` with their skins are known too, after those of the folders: no file is
    theirs.
    """

    folders: tuple[tuple[Path, Path], ...]
    given: tuple[tuple[Profile, Skin], ...] = ()

    @classmethod
    def usual(cls) -> Library:
        """Return the user's configuration folder and what came with the program."""
        user = platformdirs.user_config_path("autoplay")
        return cls(
            (
                (user / "calibration", user / "templates"),
                (data_folder("calibration"), data_folder("templates")),
            )
        )

    def names(self) -> list[str]:
        """Return the names of all profiles, the user's first, each once."""
        in_files = [path.stem for folder, _ in self.folders for path in kept(folder)]
        return list(dict.fromkeys([*in_files, *(profile.name for profile, _ in self.given)]))

    def free_name(self, name: str) -> str:
        """Return this name, or with a number behind it one that is free.

        No profile has it, and no skin of the user's: another profile may read with that one.
        """
        taken, own = set(self.names()), [skins for _, skins in self.folders[:1]]
        numbered = (name if number == 1 else f"{name}-{number}" for number in count(1))
        return next(
            free
            for free in numbered
            if free not in taken and not any(is_skin(skins / free) for skins in own)
        )

    def load(self, name: str) -> tuple[Profile, Skin]:
        """Return the profile of this name, or in this TOML file, with its skin.

        One copied to another name is another profile: the file's name counts, not the one in it.
        Raises ProfileError that names file and key.
        """
        if name.endswith(".toml"):
            path = Path(name)
            profile = read_profile(path)
            if NAME.fullmatch(path.stem):
                profile = msgspec.structs.replace(profile, name=path.stem)
            return self._with_skin(profile, path, path.parent)
        for profiles, skins in self.folders:
            path = profiles / f"{name}.toml"
            if NAME.fullmatch(name) and path.is_file():
                profile = msgspec.structs.replace(read_profile(path), name=name)
                return self._with_skin(profile, path, skins)
        for profile, skin in self.given:
            if profile.name == name:
                return profile, skin
        raise self.unknown(name)

    def has(self, name: str) -> bool:
        """Whether the profile that ``load`` takes by this name is of these folders, not a file
        elsewhere."""
        if not name.endswith(".toml"):
            return True
        files = (path.resolve() for profiles, _ in self.folders for path in kept(profiles))
        return Path(name).resolve() in files

    def unknown(self, name: str) -> ProfileError:
        """Return the error that says there is no such profile, and which may be meant."""
        return ProfileError(
            f"no profile {name!r}; {near_names(name, self.names())} "
            "(autoplay profiles lists them, autoplay --calibrate makes one)"
        )

    def load_all(self) -> list[tuple[Profile, Skin]]:
        """Return all profiles with their skins, the user's first.

        One that cannot be used is left out, with one line on standard error: another game than the
        one it was made for can be played all the same.
        """
        loaded = []
        for name in self.names():
            try:
                loaded.append(self.load(name))
            except ProfileError as error:
                print(f"autoplay: profile {name!r} is left out: {error}", file=sys.stderr)
        return loaded

    def damaged(self) -> list[ProfileError]:
        """Return for each profile in these folders that cannot be used, or not its skin, why."""
        errors = []
        for profiles, skins in self.folders:
            for path in kept(profiles):
                try:
                    self.require_usable(path, skins)
                except ProfileError as error:
                    errors.append(error)
        return errors

    def require_usable(self, path: Path, skins: Path) -> None:
        """Raise ProfileError where a profile beside these skins, or its own skin, is damaged."""
        profile = read_profile(path)
        _of_its_shape(profile, path, load_kept(self._homes(profile, path, skins)[0]))

    def _with_skin(self, profile: Profile, path: Path, skins: Path) -> tuple[Profile, Skin]:
        """Return a profile with its skin; where that is damaged, with another one of its name."""
        first, *others = self._homes(profile, path, skins)
        try:
            return profile, _of_its_shape(profile, path, load_kept(first))
        except ProfileError as error:
            for other in others:
                with suppress(ProfileError):
                    skin = _of_its_shape(profile, path, load_kept(other))
                    print(f"autoplay: {other} is used, for {error}", file=sys.stderr)
                    return profile, skin
            raise

    def _homes(self, profile: Profile, path: Path, skins: Path) -> list[Path]:
        """Return the folders of the profile's skin, that beside it first; ProfileError for none."""
        homes = dict.fromkeys([skins, *(folder for _, folder in self.folders)])
        found = [home / profile.skin for home in homes if is_skin(home / profile.skin)]
        if not found:
            raise ProfileError(
                f"{path}: skin = {profile.skin!r}: there is no such skin folder; {MEND}"
            )
        return found

    def save(self, profile: Profile, skin: Skin, *, is_new: bool = False) -> Path:
        """Write profile and skin to the user's folder and return the profile's path.

        The skin is called as its folder is, whatever game it was made of. One that ``is_new`` is
        called by a name that is free, made of its own. Raises ProfileError naming the path where
        the folder cannot be written; then both stay as they were.
        """
        profiles, skins = self.folders[0]
        path = profiles / f"{profile.name}.toml"
        try:
            profiles.mkdir(parents=True, exist_ok=True)
            with alone_in(profiles):
                if is_new:
                    name = self.free_name(profile.name)
                    profile = msgspec.structs.replace(profile, name=name, skin=name)
                    path = profiles / f"{name}.toml"
                named = replace(skin, name=profile.skin)
                with replacing_skin(named, skins / profile.skin):
                    write_profile(profile, path)
        except OSError as error:
            raise ProfileError(f"{path}: {error.strerror}; {FREE_IT}") from None
        except UsageError as error:
            raise ProfileError(f"{error}; {FREE_IT}") from None
        return path

    def check_room(self) -> None:
        """Raise ProfileError where ``save`` would, for want of room or of leave to write."""
        for folder in self.folders[0]:
            try:
                check_room(folder)
            except OSError as error:
                raise ProfileError(f"{folder}: {error.strerror}; {FREE_IT}") from None


def _of_its_shape(profile: Profile, path: Path, skin: Skin) -> Skin:
    """Return the skin; ProfileError where it is of other cells than the profile in this file."""
    if skin.shape != profile.topology:
        raise ProfileError(
            f"{path}: topology = {profile.topology!r}: its skin {profile.skin!r} is of "
            f"{skin.shape}s; {MEND}"
        )
    return skin


FREE_IT = "profiles are kept there: free space, or let the folder be written"
if sys.platform.startswith("linux"):
    FREE_IT += ", or name another by XDG_CONFIG_HOME"


MOST_NEAR = 3
"""Names that are told where one was mistyped."""


def near_names(name: str, names: Sequence[str]) -> str:
    """Return in words which of these a mistyped name may mean, all of them where it is like none.

    Letters of another case are the same ones here.
    """
    lower = [each.lower() for each in names]
    near = difflib.get_close_matches(name.lower(), lower, MOST_NEAR)
    if near:
        return f"did you mean {' or '.join(names[lower.index(each)] for each in near)}?"
    return f"there are: {', '.join(names) or 'none yet'}"


def kept(profiles: Path) -> list[Path]:
    """Return the files of a folder that are called as profiles are, by name."""
    named = (path for path in profiles.glob("*.toml") if NAME.fullmatch(path.stem))
    return sorted(path for path in named if path.is_file())


def load_kept(folder: Path) -> Skin:
    """Return the skin of a folder; ProfileError says what is wrong and what to do.

    Another program may replace it meanwhile, so that its files were not all of one skin: what is
    wrong is believed the second time.
    """
    with suppress(ProfileError):
        return load_skin(folder)
    try:
        return load_skin(folder)
    except ProfileError as error:
        raise ProfileError(f"{error}; {MEND}") from None
