import dominoes_site  # noqa: F401 - the path to the rooms in apps/, for benchmarks without Django, too
