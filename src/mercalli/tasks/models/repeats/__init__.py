"""Several answers to one item: how far they agree, what their spread adds to the uncertainty, and their vote."""
