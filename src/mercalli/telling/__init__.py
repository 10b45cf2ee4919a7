"""One telling: an article as screen, prompt, notebook, Markdown, page and files."""
