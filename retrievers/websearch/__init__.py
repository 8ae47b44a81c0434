"""Live web search: providers behind one shape, what of their results is believed, which pages are one work."""
