"""Metrics of items that wait for a team."""
