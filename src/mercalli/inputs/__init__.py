"""Data that has been checked; holding one means it is valid."""
