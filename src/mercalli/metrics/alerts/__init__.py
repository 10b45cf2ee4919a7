"""Metrics of alerts."""
