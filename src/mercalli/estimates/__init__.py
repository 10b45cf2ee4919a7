"""From statistics to measures."""
