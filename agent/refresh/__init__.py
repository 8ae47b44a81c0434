"""Reading stored sources again, and telling what changed and what was known when."""
