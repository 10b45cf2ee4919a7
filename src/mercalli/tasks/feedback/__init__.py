"""Feedback from operations: recording what people say, and reporting on it."""

from mercalli.tasks.feedback.add import add_feedback, add_feedback_file
from mercalli.tasks.feedback.evaluate import feedback_report

__all__ = ["add_feedback", "add_feedback_file", "feedback_report"]
