"""Metrics of extracted sentences."""
