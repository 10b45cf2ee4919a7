"""Maps and shapes in files."""
