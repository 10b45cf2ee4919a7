"""How things are said: counts, lists, names, numbers."""
