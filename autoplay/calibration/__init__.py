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
from autoplay.calibration.place import (
    Place,
    require_mines_fit,
    require_place,
    require_size,
    require_within,
)
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
from autoplay.calibration.restart_words import FACE, HOW, POINT, restart_words

__all__ = [
    "FACE",
    "FREE_IT",
    "HOW",
    "NAME",
    "NAMED_SO",
    "POINT",
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
    "require_mines_fit",
    "require_place",
    "require_size",
    "require_skin_unshared",
    "require_within",
    "restart_words",
    "write_profile",
]
