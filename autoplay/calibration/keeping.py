"""What a person does with the profiles of a library: see them all, rename or delete their own."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import msgspec

from autoplay.calibration.library import FREE_IT, Library, kept
from autoplay.calibration.profile import NAME, NAMED_SO, Profile, read_profile
from autoplay.errors import ProfileError, UsageError
from autoplay.files import alone_in, remove_together, write_whole
from autoplay.vision.skin import is_skin, skin_folders


@dataclass(frozen=True)
class Kept:
    """A profile as it is kept; ``profile`` is None where its file is no profile.

    ``problem`` says why it, or its skin, cannot be used. One of the person's own that
    ``hides_bundled`` is used instead of the one of its name that came with the program.
    """

    name: str
    path: Path
    profile: Profile | None
    problem: str | None
    bundled: bool
    hides_bundled: bool


@dataclass(frozen=True)
class Deleted:
    """What went of some profiles, and the skins that others read with, by these others' names.

    ``bundled_again`` are names whose bundled profile is used from now on.
    """

    profiles: tuple[Path, ...]
    pictures: tuple[Path, ...]
    skins: tuple[Path, ...]
    skins_left: dict[Path, tuple[str, ...]]
    bundled_again: tuple[str, ...]


def kept_profiles(library: Library) -> list[Kept]:
    """Return every profile that is used, the person's own first: of one name only the first."""
    found: dict[str, Kept] = {}
    bundled = bundled_names(library)
    for at, (profiles, skins) in enumerate(library.folders):
        for path in kept(profiles):
            if path.stem in found:
                continue
            profile = problem = None
            with suppress(ProfileError):
                profile = read_profile(path)
            try:
                library.require_usable(path, skins)
            except ProfileError as error:
                problem = str(error)
            hides = at == 0 and path.stem in bundled
            found[path.stem] = Kept(path.stem, path, profile, problem, at > 0, hides)
    return list(found.values())


def rename_profile(library: Library, old: str, new: str) -> Path:
    """Call a profile of the person's own ``new`` from now on; return where it lies.

    Its skin is called so too: another game may be called ``old`` later, and its skin is then
    written where the old one was. Raises ProfileError where that cannot be done; all is then as it
    was.
    """
    before = _own(library, old)
    _require_free(library, new, _skin_of(before))
    profile, skin = library.load(old)
    after = library.save(msgspec.structs.replace(profile, name=new, skin=new), skin)
    try:
        _copy_picture(before, after)
        delete_profiles(library, [old])
    except BaseException:
        if before.is_file():  # else all is done but for clearing away
            with suppress(ProfileError):
                delete_profiles(library, [new])
        raise
    return after


def _copy_picture(before: Path, after: Path) -> None:
    """Copy the picture beside a profile, if there is one, to another profile."""
    picture = before.with_suffix(".png")
    if not picture.is_file():
        return
    try:
        write_whole(after.with_suffix(".png"), picture.read_bytes())
    except OSError as error:
        raise ProfileError(f"{picture}: {error.strerror}; {FREE_IT}") from None
    except UsageError as error:
        raise ProfileError(f"{error}; {FREE_IT}") from None


def delete_profiles(library: Library, names: Sequence[str]) -> Deleted:
    """Delete these profiles of the person's own, their pictures, and skins no other one uses.

    Raises ProfileError where one of them is not there, not the person's own or cannot be deleted;
    then all of them stay.
    """
    profiles = [_own(library, name) for name in dict.fromkeys(names)]
    pictures = [picture for path in profiles if (picture := path.with_suffix(".png")).is_file()]
    try:
        with alone_in(library.folders[0][0]):
            skins, left = _skins_of(library, profiles)
            folders = [folder for skin in skins for folder in skin_folders(skin)]
            remove_together([*profiles, *pictures, *folders])
    except OSError as error:
        path = error.filename or profiles[0]
        raise ProfileError(f"{path}: {error.strerror}; nothing was deleted") from None
    again = bundled_names(library).intersection(path.stem for path in profiles)
    return Deleted(tuple(profiles), tuple(pictures), tuple(skins), left, tuple(sorted(again)))


def _own(library: Library, name: str) -> Path:
    """Return the file of a profile of the person's own; ProfileError where it is none."""
    if is_own(library, name):
        return library.folders[0][0] / f"{name}.toml"
    if name in bundled_names(library):
        raise ProfileError(
            f"profile {name!r} came with autoplay and stays as it is; only your own can be changed"
        )
    raise library.unknown(name)


def is_own(library: Library, name: str) -> bool:
    """Whether there is a profile of the person's own that is called so."""
    return bool(NAME.fullmatch(name)) and (library.folders[0][0] / f"{name}.toml").is_file()


def bundled_names(library: Library) -> set[str]:
    """Return the names of the profiles that came with the program."""
    return {path.stem for profiles, _ in library.folders[1:] for path in kept(profiles)}


def instead_of_bundled(name: str) -> str:
    """Return what is said of a new profile of a bundled one's name, and how to take that back."""
    return (
        f"it is used instead of the bundled profile {name}; "
        f"`autoplay profiles delete {name}` brings that back"
    )


def _require_free(library: Library, name: str, skin: str) -> None:
    """Raise ProfileError where a profile that reads with ``skin`` cannot be called so."""
    profiles, skins = library.folders[0]
    if not NAME.fullmatch(name):
        raise ProfileError(f"{name!r} is no name for a profile: {NAMED_SO}")
    if name in library.names() or (profiles / f"{name}.toml").exists():
        raise ProfileError(f"there is a profile {name!r} already; choose another name")
    if name != skin and is_skin(skins / name):
        raise ProfileError(f"{skins / name}: there is a skin of that name; choose another name")


def require_skin_unshared(library: Library, skin: str) -> None:
    """Raise ProfileError where a profile of the person's own, called otherwise, reads with it."""
    home, skins = library.folders[0]
    users = [path.stem for path in kept(home) if path.stem != skin and _skin_of(path) == skin]
    if users and is_skin(skins / skin):
        raise ProfileError(
            f"{skins / skin}: profile {users[0]} reads with this skin; choose another name"
        )


def _skins_of(
    library: Library, profiles: Collection[Path]
) -> tuple[list[Path], dict[Path, tuple[str, ...]]]:
    """Return the person's own skins of these profiles: whose they are alone, and whose not.

    Those that other profiles use come with these profiles' names.
    """
    home, skins = library.folders[0]
    others = [path for path in kept(home) if path not in profiles]
    alone: list[Path] = []
    shared: dict[Path, tuple[str, ...]] = {}
    for skin in dict.fromkeys(map(_skin_of, profiles)):
        users = tuple(path.stem for path in others if _skin_of(path) == skin)
        if users and is_skin(skins / skin):
            shared[skins / skin] = users
        elif is_skin(skins / skin):
            alone.append(skins / skin)
    return alone, shared


def _skin_of(path: Path) -> str:
    """Return the skin of a profile; of one that cannot be read the one that is called like it."""
    try:
        return read_profile(path).skin
    except ProfileError:
        return path.stem
