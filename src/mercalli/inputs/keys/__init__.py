"""Derived keys: what rows are grouped by where that is no column, but follows from one or two of them."""
