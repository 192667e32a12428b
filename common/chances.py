"""Random values: names for addresses, secrets of links, seeds. Migrations refer to these functions, so don't rename
them.
"""

import secrets

ID_ALPHABET = "23456789abcdefghijkmnpqrstuvwxyz"  # no 0/o, 1/l: ids are read out loud too


def new_public_id() -> str:
    """The id of a game, of saved rules or of a study, as in its address."""
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(10))


def new_secret() -> str:
    """The secret part of a private link."""
    return secrets.token_urlsafe(24)


def new_shuffle_seed() -> bytes:
    """32 bytes."""
    return secrets.token_bytes(32)


def new_player_seed() -> str:
    """A random share in the shuffle, in hex, for players who send none."""
    return secrets.token_hex(16)
