"""Metrics of ranked lists."""
