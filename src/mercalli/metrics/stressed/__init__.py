"""Metrics of answers before and under stress."""
