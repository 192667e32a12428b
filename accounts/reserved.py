"""Names that no player may have, because they could be mistaken for the site's own."""

from itertools import chain

from django.conf import settings

from accounts.skeletons import folded, without_marks

# Reserved as display names, too, in any combination and with or without an s: no person has such a name.
OFFICES_ONLY = """
    admin administrator administration moderator moderation sysadmin support helpdesk webmaster postmaster hostmaster
    administrador administradores administradora moderador moderadores moderadora soporte
    administratoren administratorin administratorinnen moderatoren moderatorin moderatorinnen betreiber
    админ админы администратор администраторы администрация модератор модераторы поддержка
"""
# Reserved as display names with numbers, signs or small words, but allowed beside another word.
OFFICES = """
    mod mods root system server staff team official security abuse noreply boneyard boneyardteam deletedplayer
    sistema jugadoreliminado gelöschterspieler система
"""
# User names are part of addresses: these words are used in our addresses, or read like “nobody”.
ADDRESSES = """
    me new all everybody everyone here anonymous anybody nobody null none undefined unknown guest guests player players
    about account accounts api block contact doctor find friend friends games healthz help history i18n index invite
    jsi18n lobby login logout metrics next note notes notices people privacy ratings readyz robots.txt rules settings
    signup standings static terms test www
"""
SMALL_WORDS = "a an the our your this site der die das ein eine unser unsere el la los las un una"
COMPUTER_ROWS = "computer-"
OF_GUESTS = ("guest-", "deleted-", COMPUTER_ROWS)  # user names of guests, deleted accounts and computers
# The computers of each level, as many as a game has seats: no two in a game share a name. The first one stands for its
# level. No player may have these names, with or without a number.
OF_COMPUTERS = {
    "beginner": ("Pip", "Nib", "Tuft", "Bean", "Moss", "Wisp", "Crumb", "Dot"),
    "casual": ("Quill", "Comma", "Ditto", "Stanza", "Verso", "Tilde", "Inkwell", "Hyphen"),
    "solid": ("Marlow", "Basalt", "Anvil", "Timber", "Cobalt", "Walnut", "Flint", "Saffron"),
    "good": ("Octavo", "Sextant", "Rubric", "Lantern", "Quarto", "Meridian", "Cipher", "Almanac"),
    "strong": ("Vesper", "Zenith", "Halcyon", "Umbra", "Equinox", "Nebula", "Solstice", "Eclipse"),
    "master": ("Polaris", "Pulsar", "Azimuth", "Syzygy", "Parallax", "Aphelion", "Lodestar", "Antares"),
}

OF_NO_WEIGHT = frozenset(SMALL_WORDS.split())
OF_ADDRESSES = frozenset(folded(name) for name in ADDRESSES.split())


def shape(word: str) -> str:
    """The word with i and l as one letter, because l looks like a capital i."""
    return folded(without_marks(word)).replace("i", "l")


OF_OFFICES_ONLY = frozenset(shape(word + ending) for word in OFFICES_ONLY.split() for ending in ("", "s"))
SITE = "".join(settings.SITE_NAME.split())
OF_OFFICES = OF_OFFICES_ONLY | {
    shape(word) for word in [*OFFICES.split(), SITE, f"{SITE}team", *chain(*OF_COMPUTERS.values())]
}
