"""The ledger: every claim with its quotes, its scope, what was decided of it and what to do about it."""
