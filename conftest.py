pytest_plugins = ["tests.services_needed", "tests.holding", "tests.live.fixtures", "tests.left_behind", "tests.order"]
