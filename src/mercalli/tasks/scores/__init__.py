"""Scores: how well they rank, from which one on to act, and what the first K hold."""
