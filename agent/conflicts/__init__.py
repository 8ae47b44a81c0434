"""Which claims cannot both hold: same subject, measure, scope and time, another value, polarity or name. Pure."""
