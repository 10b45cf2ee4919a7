"""`python -m mercalli` is the command `mercalli`."""

from __future__ import annotations

from mercalli.cli.main import main

if __name__ == "__main__":
    main()
