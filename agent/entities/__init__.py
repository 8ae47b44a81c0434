"""Things that names stand for: how often each is named, which may be one thing, and what a person decides of that."""
