"""`python -m autoplay` is the `autoplay` command."""

from autoplay.cli import main

main()
