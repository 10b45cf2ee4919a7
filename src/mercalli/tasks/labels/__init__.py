"""Labels: evaluate and compare."""
