"""Reading the live web: what may be asked, how it is asked, and what of the answer is a text."""
