"""Benchmarks: ratios measured in one run, run by `make bench` only."""
