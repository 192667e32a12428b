"""The account pages: sign-up, login, settings and data export."""
