"""The live web in a run: what is searched and read, within which rules, and how it is kept."""
