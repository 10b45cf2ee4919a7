"""What commands share: options, progress, streams, output."""
