"""Choose between language models and prompts: repeated runs, agreement, votes, prompts, cost and latency."""
