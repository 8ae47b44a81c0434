"""Everything that finds or reads text; nothing here writes to the graph."""
