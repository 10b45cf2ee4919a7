"""Wildfire."""
