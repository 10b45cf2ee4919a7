"""Statistics: the small tables that metrics are functions of."""
