"""The loop and its steps, settings, the command line."""
