"""The one room that wires a plan: source -> statistic -> metrics -> intervals -> result."""
