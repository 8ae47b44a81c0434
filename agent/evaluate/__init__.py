"""Measuring what the agent chooses: labelled questions and their scores."""
