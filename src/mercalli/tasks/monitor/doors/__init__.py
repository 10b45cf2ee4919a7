"""The files of a watch."""
