"""What results on scores have in common, whatever is asked of them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ScoreColumn:
    """One column of scores: what it is called, the class it is for, and how many rows and positives it has."""

    name: str
    score: str
    positive: str
    n: int
    dropped: int
    positives: float
    total: float
