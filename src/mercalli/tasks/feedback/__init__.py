"""Feedback: what corrected labels show about a model."""
