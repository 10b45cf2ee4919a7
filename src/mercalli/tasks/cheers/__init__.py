"""CHEERS."""
