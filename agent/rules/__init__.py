"""Does a text bear a claim out, as far as rules can tell? Rules reject, they never bless. Pure."""
