"""Advice: what to do next about texts or a result."""
