"""What is kept of a game from one play to the next: a profile, and the skin it is read with."""

from autoplay.calibration.keeping import (
    Deleted,
    Kept,
    bundled_names,
    delete_profiles,
    instead_of_bundled,
    is_own,
    kept_profiles,
    rename_profile,
    require_skin_unshared,
)
from autoplay.calibration.library import FREE_IT, Library
from autoplay.calibration.place import Place, require_place, require_size, require_within
from autoplay.calibration.profile import (
    NAME,
    NAMED_SO,
    FirstClicks,
    Limits,
    Profile,
    ScreenPlace,
    read_profile,
    write_profile,
)

__all__ = [
    "FREE_IT",
    "NAME",
    "NAMED_SO",
    "Deleted",
    "FirstClicks",
    "Kept",
    "Library",
    "Limits",
    "Place",
    "Profile",
    "ScreenPlace",
    "bundled_names",
    "delete_profiles",
    "instead_of_bundled",
    "is_own",
    "kept_profiles",
    "read_profile",
    "rename_profile",
    "require_place",
    "require_size",
    "require_skin_unshared",
    "require_within",
    "write_profile",
]
