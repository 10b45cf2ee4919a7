"""Feedback from operations: recording what people say, and reporting on it."""
