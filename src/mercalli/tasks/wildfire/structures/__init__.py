"""Structure loss."""
