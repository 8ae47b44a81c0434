"""Talking over the graph: what was said before, what of it still holds, and one turn after the other."""
