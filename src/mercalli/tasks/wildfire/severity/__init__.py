"""Burn severity."""
