"""Where a board is looked for: a region, one monitor, or all of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from autoplay.desktop.ports import Region
from autoplay.errors import NoBoardError, UsageError
from autoplay.vision.lattice import Image


def areas_of(
    monitors: tuple[Region, ...], region: str | None, monitor: int | None
) -> tuple[Region, ...]:
    """Return where to look for the board, the likeliest place first.

    That is the region or the monitor named on the command line, otherwise every monitor.
    UsageError for a region or a monitor that is none, or not on the screen.
    """
    require_area(region, monitor)
    if region is not None:
        area = region_of(region)
        if not area.is_on(monitors):
            screen = ", ".join(_words(each) for each in monitors)
            raise UsageError(f"--region {region}: it is not all on the screen, which is {screen}")
        return (area,)
    if monitor is None:
        return monitors
    if monitor > len(monitors):
        number = "is one monitor" if len(monitors) == 1 else f"are {len(monitors)} monitors"
        raise UsageError(f"--monitor {monitor}: there {number}")
    return (monitors[monitor - 1],)


def require_area(region: str | None, monitor: int | None) -> None:
    """Raise UsageError where these cannot say where to look: asked before there is a screen."""
    if region is not None and monitor is not None:
        raise UsageError("give either --region or --monitor, not both")
    if region is not None:
        region_of(region)


def _words(monitor: Region) -> str:
    return f"{monitor.width}x{monitor.height} at {monitor.left},{monitor.top}"


def region_of(text: str) -> Region:
    """Return the region that is written as X,Y,WIDTH,HEIGHT; UsageError for another text."""
    try:
        left, top, width, height = (int(part) for part in text.split(","))
    except ValueError:
        raise UsageError(f"--region {text!r}: write X,Y,WIDTH,HEIGHT") from None
    if width < 1 or height < 1:
        raise UsageError(f"--region {text!r}: width and height must be above 0")
    return Region(left, top, width, height)


def region_in(image: Image, text: str) -> Region:
    """Return the region of a picture written as ``region_of`` takes it; UsageError beyond it."""
    region = region_of(text)
    high, wide = image.shape[:2]
    if not region.is_on([Region(0, 0, wide, high)]):
        size = f"{wide}x{high} pixels"
        raise UsageError(f"--region {text}: it is not all in the picture, which is {size}")
    return region


@contextmanager
def only_in(region: str | None) -> Iterator[None]:
    """Say of a board that is not found in a picture that only this ``--region`` was looked at."""
    try:
        yield
    except NoBoardError as error:
        if region is None:
            raise
        raise within(region, error) from None


def within(region: str, error: NoBoardError) -> NoBoardError:
    """Return the error with the region that it is true of."""
    return NoBoardError(f"{error} (only --region {region} was looked at)")
