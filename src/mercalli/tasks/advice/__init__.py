"""Advice: what stands out about labelled texts or a result, with evidence and an action."""

from mercalli.tasks.advice.evaluate import advise
from mercalli.tasks.advice.of_result import advise_result, read_and_advise

__all__ = ["advise", "advise_result", "read_and_advise"]
