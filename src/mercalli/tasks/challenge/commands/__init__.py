"""The commands of `mercalli challenge`, by what they are about."""
