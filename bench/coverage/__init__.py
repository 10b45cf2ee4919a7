"""How often intervals hold the true value: simulations with fixed generators, one file for each kind."""
