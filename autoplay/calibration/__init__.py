"""What is kept of a game from one play to the next: a profile, and the skin it is read with."""

from autoplay.calibration.library import Library
from autoplay.calibration.profile import (
    NAME,
    NAMED_SO,
    FirstClicks,
    Limits,
    Place,
    Profile,
    read_profile,
    require_place,
    write_profile,
)

__all__ = [
    "NAME",
    "NAMED_SO",
    "FirstClicks",
    "Library",
    "Limits",
    "Place",
    "Profile",
    "read_profile",
    "require_place",
    "write_profile",
]
