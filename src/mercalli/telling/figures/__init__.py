"""What pictures drawn with matplotlib share."""
