"""Sends notifications to messengers and push services by the library Apprise, only over our own guarded connection.

Apprise's plugins send all by the module `requests`. Each module that we load gets `_Guarded` in its place, so every
request goes through `outside`: TLS, public addresses, no redirects, bounded time and answers, no proxy and no netrc.
What an address asks for instead (`?verify=no`, `?redirect=yes` …) reaches nothing. Nothing is stored.

Apprise is large: we import the module of one service when somebody adds it, and when a worker sends to it.
"""

from __future__ import annotations

import contextvars
import io
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from threading import Lock
from typing import TYPE_CHECKING, Any

import requests
from django.conf import settings
from django.utils.translation import gettext as _

from common.refusals import Unreadable
from notices import outside, services
from notices.outside import Answer
from notices.services import Service

if TYPE_CHECKING:
    from apprise.asset import AppriseAsset
    from apprise.plugins.base import NotifyBase

SECONDS = 10  # for all requests of one message
MOST_REQUESTS = 10  # Matrix looks for its server twice, logs in, joins the room, sends and logs out
LONGEST = 500  # characters of an address
_loading = Lock()


@dataclass(slots=True)
class _Message:
    """The budget of one message, and its outcome. *only_ask*: note the first address and connect to nothing."""

    until: float = field(default_factory=lambda: time.monotonic() + SECONDS)
    only_ask: bool = False
    urls: list[str] = field(default_factory=list)
    last: Answer = field(default_factory=lambda: Answer(None, "no request"))


_message: contextvars.ContextVar[_Message | None] = contextvars.ContextVar("message", default=None)


def checked(typed: str) -> tuple[Service, str]:
    """The service and the address as we store it. Connects to nothing. Raises `Unreadable`."""
    typed = typed.strip()
    if not typed.isprintable() or " " in typed or not 0 < len(typed) <= LONGEST:
        raise Unreadable("bad_address", _("Enter an address without spaces, of up to 500 characters."))
    if (pasted := services.of_link(typed)) is not None:
        service, address = pasted, _canonical(pasted, typed)
    else:
        service, address = services.of_address(typed), typed
    if "?" in address or "#" in address:
        raise Unreadable("bad_address", _("Leave out everything from the question mark or the # on."))
    plugin = _plugin(service, address)
    if plugin is None:
        raise _incomplete(service)
    if len(plugin) > 1:
        raise Unreadable("bad_address", _("Enter one destination. You can add others as addresses of their own."))
    with _sending(_Message(only_ask=True)) as message:
        plugin.notify(title="-", body="-")
    if not message.urls:
        raise _incomplete(service)
    if message.urls[0].startswith("http://") and not settings.NOTICES_TO_PRIVATE_ADDRESSES:
        sentence = _("We send with encryption only. Begin the address with %(schema)s.")
        schema = next(schema for schema in service.schemas if schema.endswith("s"))
        raise Unreadable("bad_address", sentence % {"schema": f"{schema}://"})
    outside.must_be_allowed(message.urls[0])
    return service, address


def send(address: str, title: str, body: str, link: str) -> Answer:
    """One message, in plain text with a link. Needs no database. Never raises: an error may contain the address."""
    try:
        plugin = _plugin(services.of_address(address), address)
        if plugin is None:
            return Answer(None, "not an address")
        with _sending(_Message()) as message:
            is_sent = plugin.notify(title=_tame(title), body=f"{_tame(body)}\n{link}".strip(), body_format="text")
            del plugin  # some log out then
        if is_sent:
            return Answer(200)
        return Answer(message.last.status if not message.last.ok else None, message.last.wrong)
    except Unreadable:  # the host has removed the service
        return Answer(410, "service not offered")
    except Exception as error:
        return Answer(None, type(error).__name__)


def _tame(text: str) -> str:
    """A player's name must neither call everybody in a channel nor become a link: invisible spaces prevent that."""
    return re.sub(r"[@<]|\](?=\()", "\\g<0>\u200b", text)


@contextmanager
def _sending(message: _Message) -> Iterator[_Message]:
    token = _message.set(message)
    try:
        yield message
    finally:
        _message.reset(token)


def _incomplete(service: Service) -> Unreadable:
    sentence = _("This address is incomplete. For %(service)s it looks like this: %(example)s")
    return Unreadable("bad_address", sentence % {"service": service.name, "example": service.example})


def _canonical(service: Service, link: str) -> str:
    """The link that a service shows its users, as an address of Apprise; empty if it is incomplete."""
    try:
        known = _kind(service).parse_native_url(link)
        plugin: Any = _kind(service)(**known, asset=_asset()) if known else None
        return str(plugin.url()).partition("?")[0].rstrip("/") if plugin else ""
    except Exception:  # plugins raise what they like
        raise _incomplete(service) from None


def _plugin(service: Service, address: str) -> Any:
    """The plugin that sends to this address; None if the address is incomplete."""
    try:
        known = _kind(service).parse_url(address)
        plugin: Any = _kind(service)(**{**known, **service.fixed}, asset=_asset()) if known else None
    except Exception:  # plugins raise what they like, with the address in it
        return None
    if plugin is not None:
        plugin.throttle = lambda *_args, **_kwargs: None  # it would sleep; the queue has its own pauses
    return plugin


@cache
def _asset() -> AppriseAsset:
    from apprise.asset import AppriseAsset

    return AppriseAsset(
        app_id=settings.SITE_NAME, app_desc=settings.SITE_NAME, app_url=settings.SITE_URL, image_url_mask="",
        image_path_mask=False, storage_mode="memory", async_mode=False, http_redirects=False, service_timeout=0,
        allow_templates=False, pgp_autogen=False, pem_autogen=False,
    )  # fmt: skip


def _kind(service: Service) -> type[NotifyBase]:
    """Apprise's class for the service, with our guard in its modules."""
    with _loading:
        module = import_module(f"apprise.plugins.{service.plugin}")
        for name, loaded in list(sys.modules.items()):
            if name.startswith("apprise.") and vars(loaded).get("requests") is requests:
                vars(loaded)["requests"] = _guarded
    own = (kind for kind in vars(module).values() if getattr(kind, "__module__", "") == module.__name__)
    secure: type[NotifyBase] = next(kind for kind in own if getattr(kind, "secure_protocol", None))
    return secure


# ---- In place of `requests` ---------------------------------------------------------------------------


class _Guarded:
    """The module `requests` as plugins see it: its names, but its five functions go through `outside`."""

    def __getattr__(self, name: str) -> Any:
        return getattr(requests, name)

    @staticmethod
    def request(
        method: str, url: str, *, params: Any = None, data: Any = None, headers: Any = None, json: Any = None,
        auth: Any = None, **_theirs: Any,
    ) -> requests.Response:  # fmt: skip
        """*_theirs*: timeouts, redirects, certificates and files are none of an address's business."""
        message = _message.get()
        asked = requests.Request(method, url, params=params, data=data, headers=headers, json=json, auth=auth).prepare()
        if message is None or len(message.urls) == MOST_REQUESTS:
            raise requests.ConnectionError("no more requests")
        message.urls.append(asked.url or "")
        if message.only_ask:
            raise requests.ConnectionError("not now")
        body = asked.body.encode() if isinstance(asked.body, str) else asked.body
        assert body is None or isinstance(body, bytes)
        headers = {name: value for name, value in asked.headers.items() if name.lower() != "content-length"}
        answer = outside.ask(
            method, asked.url or "", body=body, headers=headers | {"Accept-Encoding": "identity"}, until=message.until
        )
        message.last = answer
        if answer.status is None:
            raise requests.ConnectionError(answer.wrong)
        response = requests.Response()
        response.status_code, response.raw, response.url = answer.status, io.BytesIO(answer.body), asked.url or ""
        response.encoding = "utf-8"
        return response

    def get(self, url: str, **how: Any) -> requests.Response:
        return self.request("GET", url, **how)

    def post(self, url: str, data: Any = None, json: Any = None, **how: Any) -> requests.Response:
        return self.request("POST", url, data=data, json=json, **how)

    def put(self, url: str, data: Any = None, **how: Any) -> requests.Response:
        return self.request("PUT", url, data=data, **how)

    def delete(self, url: str, **how: Any) -> requests.Response:
        return self.request("DELETE", url, **how)


_guarded = _Guarded()
