"""Whole jobs on top of an evaluation."""
