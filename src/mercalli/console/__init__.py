"""What commands share: options, progress, streams, answers."""
