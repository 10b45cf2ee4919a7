"""Outputs of language models: what is read in them and how, and how often the reader errs."""
