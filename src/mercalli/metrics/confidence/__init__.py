"""Metrics of how sure a system is."""
