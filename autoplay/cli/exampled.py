"""A command whose help ends with examples: what people copy before they read the options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from autoplay.cli.lazy import LazyGroup


class Exampled(click.Command):
    """A command with ``examples``: whole command lines, what each does behind ``#``."""

    def __init__(self, *args: Any, examples: Sequence[str], **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.examples = tuple(examples)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples as they are: a line that was broken could not be copied."""
        with formatter.section("Examples"):
            for example in self.examples:
                formatter.write(f"{'':>{formatter.current_indent}}{example}\n")


class ExampledGroup(Exampled, LazyGroup):
    """A lazy group that is a command itself where none of its commands is named."""
