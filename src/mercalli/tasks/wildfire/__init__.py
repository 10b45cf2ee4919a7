"""Wildfire: fire models compared with what was observed."""
