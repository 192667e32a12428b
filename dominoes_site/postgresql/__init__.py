"""PostgreSQL as this site uses it; `base` is the engine that the settings name."""
