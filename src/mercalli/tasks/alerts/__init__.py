"""Alerts: do urgent items come first, and what are the alerts worth."""
