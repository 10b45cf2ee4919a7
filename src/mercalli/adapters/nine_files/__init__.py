"""The nine named report files."""
