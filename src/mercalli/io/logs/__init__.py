"""Logs of other programs: of batches and of evaluations; each becomes one flat table with usual column names."""
