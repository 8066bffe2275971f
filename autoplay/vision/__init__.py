"""From pixels to a board: arrays in, values out."""
