"""Django's administration, where hosts find and read people, games and pending notifications. Changes go through the
rooms' own actions (`deeds`). We leave out the packages' tables, because no one needs them here.
"""

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin

from accounts.models import App, Browser, Invite, Token, User
from dominoes_site.admin.apps import Apps
from dominoes_site.admin.games import Games
from dominoes_site.admin.keys import Browsers, Invites, Tokens
from dominoes_site.admin.notices import Deliveries, Notices
from dominoes_site.admin.people import People
from dominoes_site.admin.reports import Reports
from dominoes_site.admin.tournaments import Entries, Tournaments
from games.models import Game
from moderation.models import Report
from notices.models import Delivery, Notice
from tournaments.models import Entry, Tournament

site = admin.site
site.site_header = site.site_title = settings.SITE_NAME
site.enable_nav_sidebar = False  # ten tables: the first page lists them, and wide ones need the room
# Use the site's own login, with the second factor.
site.login = secure_admin_login(site.login)  # type: ignore[method-assign]
site.register(User, People)
site.register(Token, Tokens)
site.register(Invite, Invites)
site.register(App, Apps)
site.register(Browser, Browsers)
site.register(Game, Games)
site.register(Notice, Notices)
site.register(Delivery, Deliveries)
site.register(Report, Reports)
site.register(Tournament, Tournaments)
site.register(Entry, Entries)
