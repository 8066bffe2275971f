"""The folders that profiles and the skins they read with are kept in."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from autoplay.calibration.profile import NAME, Profile, read_profile, write_profile
from autoplay.errors import ProfileError, UsageError
from autoplay.resources import data_folder
from autoplay.vision.skin import Skin, load_skin, save_skin


@dataclass(frozen=True)
class Library:
    """Folders that hold profiles and skins, the user's first, then the shipped ones."""

    folders: tuple[tuple[Path, Path], ...]

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
        found = [p for profiles, _ in self.folders for p in sorted(profiles.glob("*.toml"))]
        named = (p.stem for p in found if NAME.fullmatch(p.stem) and p.is_file())
        return list(dict.fromkeys(named))

    def free_name(self, name: str) -> str:
        """Return this name, or with a number behind it one that no profile has yet."""
        taken, number = set(self.names()), 1
        while (free := name if number == 1 else f"{name}-{number}") in taken:
            number += 1
        return free

    def load(self, name: str) -> tuple[Profile, Skin]:
        """Return the profile of this name, or in this TOML file, with its skin.

        Raises ProfileError that names file and key.
        """
        if name.endswith(".toml"):
            path = Path(name)
            return self._with_skin(read_profile(path), path, path.parent)
        for profiles, skins in self.folders:
            path = profiles / f"{name}.toml"
            if NAME.fullmatch(name) and path.is_file():
                return self._with_skin(read_profile(path), path, skins)
        there = ", ".join(self.names()) or "none yet"
        raise ProfileError(
            f"no profile {name!r}; there are: {there} (autoplay --calibrate makes one)"
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

    def _with_skin(self, profile: Profile, path: Path, skins: Path) -> tuple[Profile, Skin]:
        homes = [skins, *(folder for _, folder in self.folders)]
        for home in homes:
            if (home / profile.skin).is_dir():
                return profile, load_skin(home / profile.skin)
        raise ProfileError(f"{path}: skin = {profile.skin!r}: there is no such skin folder")

    def save(self, profile: Profile, skin: Skin) -> Path:
        """Write profile and skin to the user's folder and return the profile's path.

        Raises ProfileError naming it where the folder cannot be written; then no new skin stays.
        """
        profiles, skins = self.folders[0]
        path = profiles / f"{profile.name}.toml"
        try:
            with _removed_on_failure(skins / profile.skin):
                save_skin(skin, skins / profile.skin)
                profiles.mkdir(parents=True, exist_ok=True)
                write_profile(profile, path)
        except OSError as error:
            raise ProfileError(f"{path}: {error.strerror}; {FREE_IT}") from None
        except UsageError as error:
            raise ProfileError(f"{error}; {FREE_IT}") from None
        return path


FREE_IT = "profiles are kept there: free space, or let the folder be written"
if sys.platform.startswith("linux"):
    FREE_IT += ", or name another by XDG_CONFIG_HOME"


@contextmanager
def _removed_on_failure(folder: Path) -> Iterator[None]:
    """Remove a folder that was not there before where what is done meanwhile fails."""
    was_there = folder.exists()
    try:
        yield
    except BaseException:
        if not was_there:
            shutil.rmtree(folder, ignore_errors=True)
        raise
