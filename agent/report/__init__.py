"""A report as it is read from the graph: as Markdown, as JSON, with every status as it is now."""
