pytest_plugins = ["tests.services_needed", "tests.live.fixtures", "tests.left_behind", "tests.order"]
