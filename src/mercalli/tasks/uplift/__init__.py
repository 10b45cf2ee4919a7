"""Uplift: who gains from a treatment."""
