"""Choose a threshold."""
