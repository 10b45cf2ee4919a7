"""Metrics of scores."""
