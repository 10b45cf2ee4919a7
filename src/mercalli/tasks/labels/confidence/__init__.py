"""Confidence: is a system as sure as it is right, and how much can be left to it."""
