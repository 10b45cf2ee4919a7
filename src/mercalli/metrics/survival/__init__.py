"""Metrics of survival."""
