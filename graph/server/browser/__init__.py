"""The kit for Neo4j Browser: style, saved queries, guide and named views in the page that the server serves."""
