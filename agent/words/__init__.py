"""Reading text by rule: terms and their stems, values with units and dates, sentences that can stand alone. Pure."""
