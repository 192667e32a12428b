"""Names that no player may have, because readers would take them for the site's own."""

from accounts.skeletons import folded, without_marks

# At tables, too, whatever stands around them, with or without an s: nobody bears them as a name.
OFFICES_ONLY = """
    admin administrator administration moderator moderation sysadmin support helpdesk webmaster postmaster hostmaster
    administrador administradores administradora moderador moderadores moderadora soporte
    administratoren administratorin administratorinnen moderatoren moderatorin moderatorinnen betreiber
    админ админы администратор администраторы администрация модератор модераторы поддержка
"""
# At tables, too, whatever numbers, signs or small words stand around them, but beside another word they may be a name.
OFFICES = """
    mod mods root system server staff team official security abuse noreply boneyard boneyardteam deletedplayer
    sistema jugadoreliminado gelöschterspieler система
"""
# User names stand in addresses: these are words of addresses here, or may be read as nobody.
ADDRESSES = """
    me new all everybody everyone here anonymous anybody nobody null none undefined unknown guest guests player players
    about account accounts api block contact doctor find friend friends games healthz help history i18n index invite
    jsi18n lobby login logout metrics next note notes notices people privacy ratings readyz robots.txt rules settings
    signup standings static terms test www
"""
SMALL_WORDS = "a an the our your this site der die das ein eine unser unsere el la los las un una"
COMPUTER_ROWS = "computer-"
OF_GUESTS = ("guest-", "deleted-", COMPUTER_ROWS)  # how rows of guests, of who has gone, and of computers are called
# Computers, by their level; at tables, too: nobody else is called so, with or without a number.
OF_COMPUTERS = {"beginner": "Pip", "casual": "Quill", "solid": "Marlow", "good": "Octavo", "strong": "Vesper"}

OF_NO_WEIGHT = frozenset(SMALL_WORDS.split())
OF_ADDRESSES = frozenset(folded(name) for name in ADDRESSES.split())


def shape(word: str) -> str:
    """Of an office: an l is read as an i there, too, as it looks like a capital one."""
    return folded(without_marks(word)).replace("i", "l")


OF_OFFICES_ONLY = frozenset(shape(word + ending) for word in OFFICES_ONLY.split() for ending in ("", "s"))
OF_OFFICES = OF_OFFICES_ONLY | {shape(word) for word in [*OFFICES.split(), *OF_COMPUTERS.values()]}
