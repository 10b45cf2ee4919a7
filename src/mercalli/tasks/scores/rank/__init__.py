"""What the first K hold."""
