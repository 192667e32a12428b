"""Pages about people. They read through queries, change through actions and show errors as messages."""
