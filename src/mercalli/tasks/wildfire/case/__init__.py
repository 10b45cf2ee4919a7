"""Cases of several parts."""
