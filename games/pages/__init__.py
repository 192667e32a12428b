"""The pages. They read through queries, change through actions, and show refusals as messages."""
