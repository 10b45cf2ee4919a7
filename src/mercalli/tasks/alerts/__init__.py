"""Alerts: are urgent items ranked first, and what are the alerts worth?"""
