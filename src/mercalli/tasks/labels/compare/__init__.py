"""Compare systems on the same items."""
