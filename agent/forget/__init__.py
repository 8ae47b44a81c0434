"""Forgetting sources: what would fall, taking it away in batches that can be gone on with, and making sure of it."""
