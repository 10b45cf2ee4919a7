"""Intervals and paired comparisons, by resampling the statistic."""
