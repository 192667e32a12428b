pytest_plugins = [
    "tests.services_needed",
    "tests.needs",
    "tests.holding",
    "tests.live.fixtures",
    "tests.flushing",
    "tests.left_behind",
    "tests.sampling",
    "tests.work",
    "tests.first",
    "tests.order",
]
