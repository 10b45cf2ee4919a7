"""A result as PDF."""
