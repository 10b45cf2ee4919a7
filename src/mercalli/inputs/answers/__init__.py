"""Answers: what systems said about items, counted, and read where it is free text."""
