"""Capacity: what a limited team reaches with a model, beside first come, first served and the true classes."""
