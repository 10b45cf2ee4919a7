"""The process that a stress test owns: a model of somebody else, run as a command."""
