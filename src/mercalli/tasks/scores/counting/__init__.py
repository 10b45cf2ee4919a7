"""Scores as statistics: counted in bins where the rows are, added up and evaluated elsewhere."""
