"""Tasks: one folder for each question about models, from its data to its record; `task.py` registers it."""
