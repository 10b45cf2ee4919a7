"""Labelled predictions: values with intervals, harm, weakest spots, and which system is better."""
