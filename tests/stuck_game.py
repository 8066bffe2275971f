"""A desktop whose second game takes no click."""

from __future__ import annotations

from autoplay.desktop.ports import Point
from autoplay.desktop.virtual import VirtualDesktop


def stuck_in_the_second_game(desktop: VirtualDesktop) -> VirtualDesktop:
    """Return the desktop, on which clicks do nothing once another game was begun."""
    click = desktop.click

    def click_in_the_first_game(point: Point, button: str = "left") -> None:
        if desktop.games_begun == 1:
            click(point, button)

    desktop.click = click_in_the_first_game  # type: ignore[method-assign]
    return desktop
