"""A classifier of texts: train it, test it, label texts."""
