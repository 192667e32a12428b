"""Looking back, for programs."""
