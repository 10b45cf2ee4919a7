"""Metrics of maps."""
