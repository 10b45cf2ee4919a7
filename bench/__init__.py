"""Speed and memory against the peers a user would otherwise pick; `python -m bench` runs it."""
