"""Label texts with a trained classifier."""
