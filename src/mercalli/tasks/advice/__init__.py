"""Advice: what stands out about labelled texts or a result, with evidence and an action."""
