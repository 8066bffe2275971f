"""Policies: board in, advice out."""
