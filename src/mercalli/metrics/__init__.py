"""Metrics: one idea per file, each a pure function from a statistic to a number."""
