"""`mercalli metrics`."""
