"""Label sets."""
