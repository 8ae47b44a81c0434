"""The steps of a run as a model takes them: each answer is held against the stored text before anything rests on it."""
