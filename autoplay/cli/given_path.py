"""Paths on the command line: an empty one, which would be the current folder, is refused."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click


class GivenPath(click.Path):
    """A file or folder that was named; an unset variable of a script leaves an empty text."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(path_type=Path, **settings)

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:
        """Return the path; click's usage error for an empty one."""
        if not os.fspath(value):
            self.fail("it is empty; name a file or a folder", param, ctx)
        return super().convert(value, param, ctx)
