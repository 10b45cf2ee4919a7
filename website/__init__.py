"""The documentation site: the pages of `docs/`, the reference of every public name, and a check of what was built."""
