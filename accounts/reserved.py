"""Names that nobody may have, as whoever reads them would think of the site, not of a person."""

from accounts.skeletons import skeleton, without_marks

# At tables, too, whatever numbers, signs or small words stand around them.
OFFICES = """
    admin administrator administration moderator moderation mod mods root sysadmin system server support staff team
    helpdesk official security webmaster postmaster hostmaster abuse noreply boneyard boneyardteam deletedplayer
    administrador administradora moderador moderadora sistema soporte jugadoreliminado
    administratorin moderatorin betreiber gelöschterspieler
    админ администратор администрация модератор система поддержка
"""
# User names stand in addresses: these are words of addresses here, or may be read as nobody.
ADDRESSES = """
    me new all everybody everyone here anonymous anybody nobody null none undefined unknown guest guests player players
    about account accounts api block contact find friend friends games healthz help history i18n index invite jsi18n
    lobby login logout metrics next note notes notices people privacy ratings readyz robots.txt rules settings signup
    standings static terms test www
"""
SMALL_WORDS = "a an the our your this site der die das ein eine unser unsere el la los las un una"
OF_GUESTS = ("guest-", "deleted-")  # how rows of guests, and of those who have gone, are called

OF_NO_WEIGHT = frozenset(SMALL_WORDS.split())
OF_OFFICES = frozenset(skeleton(without_marks(name)) for name in OFFICES.split())
OF_ADDRESSES = frozenset(skeleton(name) for name in ADDRESSES.split())
