"""`python -m autoplay` is the `autoplay` command."""

import _thread
import signal
import sys
import time

SOON = 0.005
"""Seconds after which a lost Ctrl-C is pressed again: what lost it is over by then."""


def main() -> None:
    """Run the command line; Ctrl-C while it is still being loaded ends it as quietly as later."""
    sys.unraisablehook = _press_again
    try:
        from autoplay.cli import main as command_line
    except KeyboardInterrupt:
        sys.exit(130)
    command_line()


def _press_again(lost: "sys.UnraisableHookArgs") -> None:
    """Let Ctrl-C that came while an object was cleaned up, or a module imported, be heard after it.

    Python drops what is raised there, and the program would go on. Whoever listens to the signal
    remembers it by themselves: pressed again it would end what they do at their end.
    """
    if not issubclass(lost.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(lost)
    elif signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        _thread.start_new_thread(_press_soon, ())


def _press_soon() -> None:
    time.sleep(SOON)
    _thread.interrupt_main()


if __name__ == "__main__":
    main()
