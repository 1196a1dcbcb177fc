"""Benchmarks: each compares with a floor or a bound in the same run and prints figures; `make bench` runs
all."""
