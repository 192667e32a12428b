"""What the seat on turn may be asked, and what each answer leads to (rules.md 3-5)."""
