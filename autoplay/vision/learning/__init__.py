"""What names the looks of a board nobody has labelled: pixels, the rules, and where they doubt."""
