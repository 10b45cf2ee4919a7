"""Before counting: tables, roles, guesses, systems, metrics, provenance, and results that are read again."""
