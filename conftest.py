pytest_plugins = ["tests.services_needed", "tests.emptied", "tests.live.fixtures", "tests.left_behind", "tests.order"]
