"""Perimeters."""
