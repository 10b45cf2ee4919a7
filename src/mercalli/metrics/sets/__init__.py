"""Metrics of label sets."""
