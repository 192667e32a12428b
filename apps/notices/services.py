"""The messengers and push services that a player may add, and what their addresses look like.

All of them speak HTTP by `requests` alone, which `notices.messengers` guards. A service that sends by other means (mail
servers, MQTT, D-Bus …) must not be listed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.refusals import Unreadable
from common.texts import Text

BOT = gettext_lazy("Create a bot there, and add it to the chat.")
KEY = gettext_lazy("Create an API key in your account there.")
WEBHOOK = gettext_lazy("Create an incoming webhook in the settings of the channel.")
APP = gettext_lazy("Create an app or a password for us there.")
TOKEN = gettext_lazy("Create an access token in your account there.")


@dataclass(frozen=True, slots=True)
class Service:
    """*plugin*: its module of `apprise.plugins`. *schemas*: what its addresses begin with. *example*: an address.

    *where*: how to get one. *link*: the beginning of a link that users may paste instead. *fixed*: what we set.
    *usual*: offered unless the host chooses the services.
    """

    name: str
    plugin: str
    schemas: tuple[str, ...]
    example: str
    where: Text
    link: str = ""
    fixed: Mapping[str, Any] = field(default_factory=dict)
    usual: bool = True


ALL = (
    Service(
        "Discord", "discord", ("discord",), "discord://1234567890/AbCdEf…",
        gettext_lazy("In the channel’s settings under Integrations, create a webhook. You can paste its URL here."),
        link="https://discord.com/api/webhooks/", fixed={"avatar": False},
    ),
    Service(
        "Telegram", "telegram", ("tgram",), "tgram://123456789:AbCdEf…/987654321",
        gettext_lazy("Get a token from @BotFather, write to your bot, and add the number of your chat."),
    ),
    Service(
        "Slack", "slack", ("slack",), "slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ",
        gettext_lazy("Create an incoming webhook for your workspace. You can paste its URL here."),
        link="https://hooks.slack.com/services/",
    ),
    Service(
        "Matrix", "matrix.base", ("matrixs", "matrix"), "matrixs://syt_AbCdEf…@matrix.example.org/!room:example.org",
        gettext_lazy("Use an access token and the id of a room without encryption."),
        fixed={"e2ee": False},
    ),
    Service(
        "ntfy", "ntfy", ("ntfy", "ntfys"), "ntfy://your-secret-topic",
        gettext_lazy("Choose a topic that nobody guesses. On your own server: ntfys://ntfy.example.org/topic"),
        link="https://ntfy.sh/",
    ),
    Service(
        "Google Chat", "google_chat", ("gchat",), "gchat://space/key/token",
        gettext_lazy("Create a webhook in the settings of the space. You can paste its URL here."),
        link="https://chat.googleapis.com/",
    ),
    Service("Gotify", "gotify", ("gotifys", "gotify"), "gotifys://gotify.example.org/AbCdEf…", APP),
    Service("Pushover", "pushover", ("pover",), "pover://user-key@application-token", APP),
    Service("Pushbullet", "pushbullet", ("pbul",), "pbul://o.AbCdEf…", TOKEN),
    Service("Mattermost", "mattermost", ("mmosts", "mmost"), "mmosts://chat.example.org/AbCdEf…", WEBHOOK),
    Service("Rocket.Chat", "rocketchat", ("rockets", "rocket"), "rockets://webhook-token@chat.example.org", WEBHOOK),
    Service("Zulip", "zulip", ("zulip",), "zulip://name@organization/AbCdEf…/channel", BOT),
    Service(
        "Webex", "webexteams", ("wxteams",), "wxteams://AbCdEf…", WEBHOOK, link="https://webexapis.com/v1/webhooks/",
    ),
    Service("Revolt", "revolt", ("revolt",), "revolt://bot-token/channel-id", BOT),
    Service("LINE", "line", ("line",), "line://channel-access-token/user-id", BOT),
    Service("Bark", "bark", ("barks", "bark"), "barks://api.day.app/device-key", KEY),
    Service("Simplepush", "simplepush", ("spush",), "spush://HuxgBB", KEY),
    Service(
        "Nextcloud Talk", "nextcloudtalk", ("nctalks", "nctalk"), "nctalks://user:password@cloud.example.org/room",
        APP,
    ),
    Service("Brevo", "brevo", ("brevo",), "brevo://api-key:you@example.org/friend@example.org", KEY),
    Service("Mailgun", "mailgun", ("mailgun",), "mailgun://you@example.org/api-key/friend@example.org", KEY),
    Service("Resend", "resend", ("resend",), "resend://api-key:you@example.org/friend@example.org", KEY),
    Service("SendGrid", "sendgrid", ("sendgrid",), "sendgrid://api-key:you@example.org/friend@example.org", KEY),
    # Those that pass messages on, or cost money.
    Service("Apprise", "apprise_api", ("apprises", "apprise"), "apprises://apprise.example.org/key", KEY, usual=False),
    Service(
        "Home Assistant", "home_assistant", ("hassios", "hassio"), "hassios://home.example.org/token",
        TOKEN, usual=False,
    ),
    Service("IFTTT", "ifttt", ("ifttt",), "ifttt://key/event", KEY, usual=False),
    Service(
        "Signal", "signal_api", ("signals", "signal"), "signals://signal.example.org/+4915112345678",
        KEY, usual=False,
    ),
    Service(
        "Synology Chat", "synology", ("synologys", "synology"), "synologys://nas.example.org/token",
        WEBHOOK, usual=False,
    ),
    Service("Threema", "threema", ("threema",), "threema://*GATEWAY@secret/ABCD1234", KEY, usual=False),
)  # fmt: skip


def of_address(address: str) -> Service:
    """The service of an address. Raises `Unreadable` if this site doesn't offer it."""
    schema, sign, _rest = address.partition("://")
    if (service := offered().get(schema.lower())) is None or not sign:
        names = ", ".join(dict.fromkeys(each.name for each in offered().values()))
        raise Unreadable("bad_address", _("Enter an address of one of these services: %(names)s.") % {"names": names})
    return service


def of_link(link: str) -> Service | None:
    """The service of a link that users may paste."""
    return next((each for each in offered().values() if each.link and link.startswith(each.link)), None)


def offered() -> dict[str, Service]:
    """The services of this site, by schema."""
    return _offered(settings.NOTICE_SERVICES, settings.NOTICES_TO_PRIVATE_ADDRESSES)


def unknown() -> list[str]:
    """Names in the setting that no service has."""
    return [name for name in _names(settings.NOTICE_SERVICES) if name not in BY_SCHEMA and name not in {USUAL, NONE}]


USUAL, NONE = "usual", "none"
ON_OWN_SERVERS = {schema for service in ALL if len(service.schemas) > 1 for schema in service.schemas}
# ntfy:// reaches ntfy.sh with TLS.
UNENCRYPTED = {schema for service in ALL for schema in service.schemas if f"{schema}s" in service.schemas} - {"ntfy"}
BY_SCHEMA = {schema: service for service in ALL for schema in service.schemas}


def _names(listed: str) -> list[str]:
    return [name.strip().removesuffix("://").lower() for name in listed.split(",") if name.strip()] or [USUAL]


@cache
def _offered(listed: str, unencrypted: bool) -> dict[str, Service]:
    """Schemas without TLS only reach anything where private addresses are allowed."""
    names = set(_names(listed))
    chosen = {schema: service for schema, service in BY_SCHEMA.items() if schema in names}
    if USUAL in names:
        chosen |= {
            schema: service
            for schema, service in BY_SCHEMA.items()
            if service.usual and (unencrypted or schema not in UNENCRYPTED)
        }
    return chosen
