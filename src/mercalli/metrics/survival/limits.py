"""Limits that metrics of survival share, as sentences."""

CENSORING = "Informative censoring (people drop out because of their risk) biases it, and weights do not repair that."
STATIC = "The risk order is static: each person keeps one rank over time, which suits proportional hazards only."
