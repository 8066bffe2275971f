"""How far a board goes: every line of it, and none of the page beside it."""
