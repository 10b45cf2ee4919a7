"""From a statistic to measures: settings, panels, intervals, slices and rankings."""
