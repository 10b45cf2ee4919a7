"""The command `mercalli`: it finds the commands of the tasks, and has those that belong to no task."""
