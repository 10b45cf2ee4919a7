"""Stress tests: what answers become when texts are noisy, cut or attacked, and when the world shifts."""
