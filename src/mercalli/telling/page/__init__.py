"""The parts of the page: what each of them shows, worked out before the templates write it."""
