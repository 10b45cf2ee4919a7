"""Survival: who has the event first, with competing risks."""
