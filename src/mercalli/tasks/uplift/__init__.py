"""Uplift: who benefits from a treatment."""
