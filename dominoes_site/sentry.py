"""Sends errors to Sentry if SENTRY_DSN is set: their kind and place in the code, never tiles, links, tokens or names.

Messages of exceptions may hold all of these, so they stay in our own log. The tag `request_id` finds its line.
"""

from typing import Any

from django.core.exceptions import ImproperlyConfigured

from common.metrics.middleware import request_id

Event = dict[str, Any]
# All that leaves this machine of an event, whatever a newer version of the package collects.
KEPT = {
    "event_id", "timestamp", "platform", "level", "logger", "release", "environment", "sdk", "exception", "transaction",
    "type",
}  # fmt: skip
OF_FRAME = {
    "context_line",
    "filename",
    "function",
    "in_app",
    "lineno",
    "module",
    "post_context",
    "pre_context",
}


def start(dsn: str, release: str, site: str) -> None:
    """Raise `ImproperlyConfigured` if the package isn't installed, or the address isn't of a project."""
    try:
        import sentry_sdk
    except ImportError:
        raise ImproperlyConfigured(
            "SENTRY_DSN is set, but the package is missing: pip install 'sentry-sdk>=2' (the extra boneyard[sentry])."
        ) from None
    try:
        sentry_sdk.init(
            dsn=dsn,
            release=release,
            environment=site,
            send_default_pii=False,
            include_local_variables=False,  # they hold hands and boneyards
            max_request_body_size="never",
            max_breadcrumbs=0,  # statements and lines of the log
            before_send=clean,
            before_send_transaction=lambda *_event: None,
            auto_session_tracking=False,
            enable_logs=False,
        )
    except ValueError as error:  # BadDsn
        raise ImproperlyConfigured(f"SENTRY_DSN isn't the address of a Sentry project: {error}.") from None


def clean(event: Event, _hint: object = None) -> Event:
    """The event without anything private."""
    sent = {name: value for name, value in event.items() if name in KEPT}
    if "exception" in sent:
        sent["exception"] = {"values": [_of_exception(each) for each in sent["exception"].get("values") or ()]}
    if (log := event.get("logentry")) and "exception" not in sent:
        sent["logentry"] = {"message": log.get("message")}  # before its arguments are filled in
    sent["tags"] = {"request_id": request_id.get()}
    return sent


def _of_exception(part: Event) -> Event:
    frames = (part.get("stacktrace") or {}).get("frames") or ()
    kept = [{name: value for name, value in frame.items() if name in OF_FRAME} for frame in frames]
    return {"type": part.get("type"), "module": part.get("module"), "stacktrace": {"frames": kept}}
