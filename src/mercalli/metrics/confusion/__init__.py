"""Metrics of the confusion table."""
