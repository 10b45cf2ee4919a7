"""Domain knowledge as data: classes, weights, groups, levels and bands, and their checked record."""
