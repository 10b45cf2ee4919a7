"""Challenges with hidden answers: check runs, score them, and keep a public board that loses and leaks nothing."""
