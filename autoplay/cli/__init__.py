"""The command line: one file a command."""

from autoplay.cli.main import main

__all__ = ["main"]
