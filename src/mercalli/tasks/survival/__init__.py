"""Survival: who is hit first, with competing risks."""
