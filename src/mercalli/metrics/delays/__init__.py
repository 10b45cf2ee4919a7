"""Metrics of how late items and facts are found, from the statistic `Delays`."""
