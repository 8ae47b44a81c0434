"""The graph as a file of JSON Lines and back: the same nodes, properties and relationships."""
