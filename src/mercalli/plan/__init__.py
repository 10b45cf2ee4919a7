"""The one room that wires a plan: source -> statistic -> metrics -> intervals -> result."""

from __future__ import annotations
