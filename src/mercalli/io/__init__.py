"""The only room that opens a path: files to tables and profiles, results to files."""
