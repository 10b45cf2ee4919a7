"""CHEERS: two-stage extraction from humanitarian documents."""
