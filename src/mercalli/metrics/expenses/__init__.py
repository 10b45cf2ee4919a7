"""Metrics of what answers cost, from the statistic `Expenses`."""
