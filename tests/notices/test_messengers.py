"""Messengers by Apprise: every address is refused, or reaches public addresses over our own connection alone."""

import gc
import io
import json
import socket
import subprocess
import sys
import time
from typing import Any

import pytest
import requests
from django.core.management import call_command

from common.refusals import Unreadable
from notices import messengers, outside, services
from notices.models import Messenger
from notices.outside import Answer
from tests.notices.gotify import KEY
from tests.notices.test_outside import INSIDE

LONG = {"variant": "block", "options": {"end": "target:100"}}
# An address of each service, in the order of the list; HOST is the service's own server.
ADDRESSES = {
    "Discord": f"discord://123456/{KEY}",
    "Telegram": f"tgram://123456789:{KEY}/987654321",
    "Slack": "slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ",
    "Matrix": f"matrixs://{KEY}@HOST/!room:example.org",
    "ntfy": "ntfys://HOST/topic",
    "Google Chat": "gchat://space/key/token",
    "Gotify": f"gotifys://HOST/{KEY}",
    "Pushover": "pover://user-key@application-token",
    "Pushbullet": f"pbul://o.{KEY}",
    "Mattermost": f"mmosts://HOST/{KEY}",
    "Rocket.Chat": f"rockets://{KEY[:24]}/{KEY}{KEY[:6]}@HOST",
    "Zulip": f"zulip://ada@corp/{KEY}/general",
    "Webex": f"wxteams://{'a' * 80}",
    "Revolt": "revolt://bot-token/channel-id",
    "LINE": "line://token/user",
    "Bark": "barks://HOST/device",
    "Simplepush": "spush://HuxgBB",
    "Nextcloud Talk": "nctalks://user:password@HOST/room",
    "Brevo": "brevo://api-key:ada@example.org/ben@example.org",
    "Mailgun": "mailgun://ada@example.org/api-key/ben@example.org",
    "Resend": "resend://api-key:ada@example.org/ben@example.org",
    "SendGrid": "sendgrid://api-key:ada@example.org/ben@example.org",
    "Apprise": "apprises://HOST/key",
    "Home Assistant": "hassios://HOST/token",
    "IFTTT": "ifttt://key/event",
    "Signal": "signals://HOST/+4915112345678",
    "Synology Chat": "synologys://HOST/token",
    "Threema": "threema://*GATEWAY@secret/ABCD1234",
}
EVERY = {"NOTICE_SERVICES": ",".join(services.BY_SCHEMA)}
DANGEROUS = {"subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "socket.connect", "socket.sendto"}

_events: list[tuple[str, Any]] | None = None


def _noted(event: str, args: Any) -> None:
    if _events is not None and (
        event in DANGEROUS or (event == "open" and args[1] and set(str(args[1])) & set("wax+"))
    ):
        _events.append((event, args))


sys.addaudithook(_noted)  # it can't be removed, and does nothing outside of `done`


class done:  # noqa: N801 - reads as a sentence: with done() as events
    """What the code within the block does to files, programs and the network, by Python's own audit."""

    def __enter__(self) -> list[tuple[str, Any]]:
        global _events
        _events = []
        return _events

    def __exit__(self, *_failure: object) -> None:
        global _events
        _events = None


@pytest.fixture
def asked(monkeypatch) -> list[tuple[str, str, bytes | None]]:
    """What would be asked of services: method, URL, body. Each says yes."""
    found: list[tuple[str, str, bytes | None]] = []

    def ask(method, url, *, body, headers, until, reads=True):
        found.append((method, url, body))
        if "/.well-known/" in url:
            return Answer(404)
        return Answer(
            200, body=b"ok" if "slack" in url else b'{"ok": true, "event_id": "e", "room_id": "!room:example.org"}'
        )

    monkeypatch.setattr(outside, "ask", ask)
    return found


# ---- What is refused -----------------------------------------------------------------------------------


def test_there_is_an_address_of_every_service():
    assert list(ADDRESSES) == [service.name for service in services.ALL]


@pytest.mark.parametrize("name", ADDRESSES)
def test_each_service_gets_the_message_over_https_alone(name, asked, settings):
    settings.NOTICE_SERVICES = EVERY["NOTICE_SERVICES"]
    service, address = messengers.checked(ADDRESSES[name].replace("HOST", "chat.example.org"))
    assert service.name == name
    assert asked == [], "checking an address connects to nothing"
    with done() as events:
        answer = messengers.send(address, "Your turn: Muggins", "with Ben", "https://boneyard.example/g/abc/")
    assert answer.ok
    assert events == []
    assert all(url.startswith("https://") for _method, url, _body in asked)
    said = asked[-1][1] + (asked[-1][2] or b"").decode().replace("\\\\", "").replace("\\", "")
    assert "Muggins" in said
    assert "Ben" in said
    assert "g/abc" in said or "g%2Fabc" in said


@pytest.mark.parametrize("name", [name for name, address in ADDRESSES.items() if "HOST" in address])
@pytest.mark.parametrize("encrypted", [True, False], ids=["encrypted", "plain"])
def test_no_private_address_is_accepted_or_reached(name, encrypted, settings, monkeypatch):
    """By number it is refused; by name we refuse to connect, whatever the name resolves to."""
    settings.NOTICE_SERVICES = EVERY["NOTICE_SERVICES"]
    address = ADDRESSES[name]
    if not encrypted:
        address = address.replace("s://", "://", 1)
    for inside in INSIDE:
        host = f"[{inside}]" if ":" in inside else inside
        with done() as events:
            with pytest.raises(Unreadable):
                messengers.checked(address.replace("HOST", host))
            assert not messengers.send(address.replace("HOST", host), "a", "b", "").ok
            monkeypatch.setattr(
                socket, "getaddrinfo", lambda _host, port, *_, inside=inside, **_how: [(2, 1, 6, "", (inside, port))]
            )
            assert not messengers.send(address.replace("HOST", "rebinding.example"), "a", "b", "").ok
            monkeypatch.undo()
            settings.NOTICE_SERVICES = EVERY["NOTICE_SERVICES"]
        assert events == []


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of an unused plugin for mail
def test_every_schema_of_apprise_is_refused_unless_we_list_it(settings):
    from apprise.manager_plugins import NotificationManager

    settings.NOTICE_SERVICES = EVERY["NOTICE_SERVICES"]
    schemas = set(NotificationManager().schemas())
    assert len(schemas) > 250
    with done() as events:
        for schema in sorted(schemas - set(services.BY_SCHEMA)):
            for rest in ("localhost", "127.0.0.1/a/b/c", "user:password@10.0.0.1/a", "_/etc/passwd"):
                with pytest.raises(Unreadable, match="Enter an address of one of these services"):
                    messengers.checked(f"{schema}://{rest}")
                assert messengers.send(f"{schema}://{rest}", "a", "b", "") == Answer(410, "service not offered")
    assert events == []
    assert {"mailto", "file", "syslog", "dbus", "windows", "macosx", "json", "mqtt", "irc", "fcm"} & set(
        services.BY_SCHEMA
    ) == set()


@pytest.mark.parametrize("listed", services.ALL, ids=lambda service: service.plugin)
def test_a_listed_plugin_can_only_send_by_requests(listed):
    """Its modules see our guard in place of `requests`, and no other way out of the process."""
    kind = messengers._kind(listed)
    package = kind.__module__.rpartition(".")[0] if "." in listed.plugin else kind.__module__
    modules = {name: module for name, module in sys.modules.items() if name.startswith(package)}
    for module in modules.values():
        seen = vars(module).values()
        assert not any(each in seen for each in (requests, requests.post, requests.Session, socket, subprocess))
        names = set(vars(module)) & {"smtplib", "ssl", "asyncio", "ctypes", "SocketTransport", "urlopen", "http"}
        assert not names - ({"asyncio"} if "matrix" in package else set())
    assert any(vars(module).get("requests") is messengers._guarded for module in modules.values())


@pytest.mark.parametrize(
    "query",
    ["verify=no", "redirect=yes", "cto=9999", "rto=9999", "template=/etc/passwd", "format=markdown", "overflow=split",
     "retry=10", "wait=60", "store=yes", "image=yes", "+header=x", "avatar_url=http://10.0.0.1/"],
)  # fmt: skip
def test_an_address_cannot_change_how_we_send(query, asked):
    for address in (f"discord://123456/{KEY}?{query}", f"ntfys://chat.example.org/topic/?{query}"):
        with pytest.raises(Unreadable, match="Leave out everything from the question mark"):
            messengers.checked(address)
        messengers.send(address, "a", "b", "")  # even if one is in the database
        assert all(url.startswith("https://") for _method, url, _body in asked)


@pytest.mark.parametrize(
    "typed",
    ["", " ", "hello", "://", "discord", "discord://", "tgram://x", "ntfys://", "https://example.org/", "ntfys://[::1/a",
     "discord://123456/a b", "discord://123456/a\nb", "matrixs://chat.example.org", "a" * 600, "file:///etc/passwd",
     "gotifys://chat.example.org:22/token", "ntfys://chat.example.org:25/topic", "tgram://123:abc/1,2,3"],
)  # fmt: skip
def test_an_unusable_address_is_refused_with_a_sentence(typed, asked):
    with pytest.raises(Unreadable) as refused:
        messengers.checked(typed)
    assert refused.value.message.startswith(("Enter ", "This address is incomplete. For ", "Use port 443", "We "))
    assert not messengers.send(typed, "a", "b", "").ok or asked


def test_more_than_one_destination_is_refused():
    with pytest.raises(Unreadable, match="one destination"):
        messengers.checked(f"tgram://123456789:{KEY}/1/2")


@pytest.mark.parametrize(
    ("link", "address"),
    [
        (f"https://discord.com/api/webhooks/123456/{KEY}", f"discord://123456/{KEY}"),
        ("https://hooks.slack.com/services/T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ",
         "slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ"),
        ("https://chat.googleapis.com/v1/spaces/AAAA/messages?key=kk&token=tt", "gchat://AAAA/kk/tt"),
        ("https://ntfy.sh/my-topic", "ntfys://my-topic"),
    ],
)  # fmt: skip
def test_a_link_of_the_service_may_be_pasted(link, address):
    assert messengers.checked(link)[1] == address


def test_the_host_chooses_the_services(settings):
    settings.NOTICE_SERVICES = "discord, NTFYS://"
    assert set(services.offered()) == {"discord", "ntfys"}
    settings.NOTICE_SERVICES = "none"
    assert services.offered() == {}
    settings.NOTICE_SERVICES = "usual,signals"
    assert {"discord", "signals"} <= set(services.offered())
    assert not {"gotify", "matrix", "apprises", "threema"} & set(services.offered())


@pytest.mark.parametrize(
    ("listed", "unknown"),
    [
        ("usual, none, discord, NTFYS://", []),
        ("", []),
        ("discord, pigeon, none, Mailto://, usual", ["pigeon", "mailto"]),
    ],
)
def test_only_names_that_no_service_has_are_unknown(settings, listed, unknown):
    settings.NOTICE_SERVICES = listed
    assert services.unknown() == unknown


def test_a_name_that_nobody_knows_is_reported_at_the_start(settings):
    settings.NOTICE_SERVICES = "discord,mailto"
    said = io.StringIO()
    with pytest.raises(Exception, match="mailto"):
        call_command("check", stdout=said, stderr=said)


# ---- The connection ------------------------------------------------------------------------------------


def test_a_redirect_is_not_followed(server):
    server.status, server.headers = 302, {"Location": f"http://127.0.0.1:{server.server.server_port}/elsewhere"}
    assert messengers.send(server.address, "a", "b", "") == Answer(302)
    assert [path for path, _headers, _body in server.asked] == ["/message"]


def test_neither_proxies_nor_passwords_of_the_machine_are_used(server, monkeypatch, tmp_path):
    (tmp_path / ".netrc").write_text("machine 127.0.0.1 login ada password secret\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTPS_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1/")
    assert messengers.send(server.address, "a", "b", "").ok
    assert "Authorization" not in server.asked[0][1]


def test_a_long_answer_is_cut_off(server):
    server.body = b"x" * 5_000_000
    assert messengers.send(server.address, "a", "b", "").ok
    answer = outside.ask("POST", f"http://127.0.0.1:{server.server.server_port}/", body=b"", headers={})
    assert len(answer.body) <= 64 * 1024


def test_a_slow_answer_is_cut_off(server, monkeypatch):
    monkeypatch.setattr(outside, "SECONDS", 0.5)
    server.drips = True
    begun = time.monotonic()
    messengers.send(server.address, "a", "b", "")
    assert time.monotonic() - begun < 3


def test_all_requests_of_a_message_share_one_limit(monkeypatch):
    """A service that is asked again and again, as a room is joined and rejoined, ends with the message."""
    asked, slept = [], []

    def ask(method, url, **_how):
        asked.append(url)
        return Answer(429, body=b'{"retry_after_ms": 1}')

    monkeypatch.setattr(outside, "ask", ask)
    monkeypatch.setattr(time, "sleep", slept.append)
    assert not messengers.send(f"matrixs://user:{KEY}@chat.example.org/!room:example.org", "a", "b", "").ok
    gc.collect()  # some plugins log out when they are deleted
    assert len(asked) <= 10
    assert slept == []


def test_outside_of_a_message_a_plugin_can_send_nothing(asked):
    plugin = messengers._plugin(services.of_address("ntfys://chat.example.org/topic"), "ntfys://chat.example.org/topic")
    assert not plugin.notify(title="a", body="b")
    assert asked == []


def test_a_player_name_neither_calls_everybody_nor_becomes_a_link(asked):
    messengers.send(
        f"discord://123456/{KEY}", "@everyone joined", "[x](http://evil.example) <@&1>", "https://b.example/"
    )
    said = json.loads(asked[0][2])["content"]
    assert "@everyone" not in said
    assert "](" not in said
    assert "<@" not in said
    assert said.endswith("https://b.example/")


def test_a_secret_is_never_logged(caplog, server, settings):
    caplog.set_level("DEBUG")
    server.status = 500
    messengers.send(server.address, "a", "b", "")
    messengers.send(f"tgram://123456789:{KEY}/1", "a", "b", "")
    assert KEY not in caplog.text
    assert settings.LOGGING["loggers"]["apprise"] == {"level": "CRITICAL", "propagate": False}


def test_the_hint_names_the_server_and_no_secret():
    shown = {
        "ntfys://ada:secret@ntfy.example.org:8443/my-topic": "ntfy.example.org:8443 …pic",
        f"discord://123456/{KEY}": "…345",
        f"gotifys://chat.example.org/{KEY}": "chat.example.org …345",
        "brevo://api-key:ada@example.org/ben@example.org": "…org",
    }
    assert {address: Messenger(address=address).hint for address in shown} == shown


def test_apprise_is_not_imported_before_it_is_needed():
    code = "import dominoes_site.asgi, dominoes_site.urls, sys; print({'apprise', 'icalendar'} & set(sys.modules))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.stdout.strip().splitlines()[-1] == "set()", ran.stderr
