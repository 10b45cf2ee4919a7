"""Feedback: what corrected labels say of a model."""
