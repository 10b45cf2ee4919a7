"""Scores: threshold and rank."""
