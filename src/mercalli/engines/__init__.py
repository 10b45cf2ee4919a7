"""Engines: the same verbs on arrays and on data frames; each makes the tally where the data lives."""
