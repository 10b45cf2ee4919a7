"""Label sets: items with any number of labels."""
