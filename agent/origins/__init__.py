"""Who says a thing independently of whom: counted by origins, never by addresses."""
