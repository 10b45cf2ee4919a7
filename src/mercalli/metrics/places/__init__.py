"""Metrics of places: errors beyond the mix of classes, value per person, and who is heard."""
