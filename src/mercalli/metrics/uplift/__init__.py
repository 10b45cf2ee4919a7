"""Metrics of uplift."""
