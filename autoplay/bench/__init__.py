"""Measuring: strength, speed and reading, each figure from one command."""
