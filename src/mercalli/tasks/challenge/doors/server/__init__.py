"""The server of a challenge: pages, forms and an API over the store, and worker processes beside it."""
