pytest_plugins = [
    "tests.services_needed",
    "tests.needs",
    "tests.holding",
    "tests.migrated",
    "tests.live.fixtures",
    "tests.flushing",
    "tests.left_behind",
    "tests.sampling",
    "tests.work",
    "tests.first",
    "tests.order",
]
