"""Uplift."""
