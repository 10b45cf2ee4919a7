"""Answers before counting: which files, rows and columns hold them, and to which item and system each belongs."""
