"""The benchmarks of ``companion bench``: speed and memory.

Other packages register theirs in the entry point group ``companion.bench``.
"""

from companion.bench.measure import Benchmark, Measure, Subject, median_of, memory_mb, p95, unmeasured

__all__ = ["Benchmark", "Measure", "Subject", "median_of", "memory_mb", "p95", "unmeasured"]
