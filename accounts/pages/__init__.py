"""The pages of accounts: signing up and in, settings, what is on record."""
