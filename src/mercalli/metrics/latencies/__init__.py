"""Metrics of how long answers take, from the statistic `Latencies`."""
