"""Metrics of ordered classes."""
