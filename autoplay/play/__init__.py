"""Playing: a session looks, thinks, acts and confirms."""
