"""Results to people: terminal, Markdown, CSV."""
