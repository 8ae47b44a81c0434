"""What earlier runs found for a new question: plans, claims and passages that still hold, each with its date."""
