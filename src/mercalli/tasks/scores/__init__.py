"""Scores: how well they rank, at which score to act, and what the top K contain."""
