"""Looking for what speaks against the main claims of a run, before its report is written."""
