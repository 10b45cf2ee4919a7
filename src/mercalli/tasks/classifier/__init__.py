"""A classifier of texts: learnt, measured, saved and used."""
