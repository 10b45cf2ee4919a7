"""Results: frozen records of what was found, how sure it is, and how it was computed."""
