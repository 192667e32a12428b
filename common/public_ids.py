"""Names for addresses."""

import secrets

ID_ALPHABET = "23456789abcdefghijkmnpqrstuvwxyz"  # no 0/o, 1/l: ids are read out loud too


def new_public_id() -> str:
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(10))
