"""Shifts of the world: other priors, copies, wrong labels, and the worst fifth, without new answers."""
