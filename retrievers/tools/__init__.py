"""The tools of the registry, one a file."""
