"""The machine: screen, pointer, keyboard, clock and the person's wish to stop; real and virtual."""
