"""Challenges with hidden answers: check and score runs, and keep a board that loses and leaks nothing."""
