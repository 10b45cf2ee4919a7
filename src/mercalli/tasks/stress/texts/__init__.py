"""Texts under stress."""
