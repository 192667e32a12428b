"""What is drawn for a new game and a new seat. Migrations name these functions: they stay here."""

import secrets


def new_secret() -> str:
    """Of a personal link."""
    return secrets.token_urlsafe(24)


def new_shuffle_seed() -> bytes:
    """32 bytes."""
    return secrets.token_bytes(32)


def new_player_seed() -> str:
    """The server's chance for a player who brings none of their own, in hex."""
    return secrets.token_hex(16)
