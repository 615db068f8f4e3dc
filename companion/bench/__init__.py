"""How fast and how small the companion is: what ``companion bench`` measures.

Other parts of the product add what they measure under the entry point group ``companion.bench``.
"""

from companion.bench.measure import Benchmark, Measure, Subject, late_of, median_of, memory_mb, unmeasured

__all__ = ["Benchmark", "Measure", "Subject", "late_of", "median_of", "memory_mb", "unmeasured"]
