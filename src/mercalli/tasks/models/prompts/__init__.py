"""Prompts against each other: the best of several, and how far prompts move each model."""
