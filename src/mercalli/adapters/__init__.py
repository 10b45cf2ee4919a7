"""Other programs' shapes of our results."""
