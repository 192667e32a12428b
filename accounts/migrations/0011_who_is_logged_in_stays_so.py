from typing import Any

from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations
from django.utils import timezone

AT_ONCE = 1000
BACKEND = "_auth_user_backend"


def name_the_backend(apps: Any, _schema_editor: Any) -> None:
    """Sessions say by which backend somebody came in; there is one now, and a session of another is good for nothing.

    A guest would lose their games with it.
    """
    Session = apps.get_model("sessions", "Session")
    rows = []
    for session in Session.objects.filter(expire_date__gt=timezone.now()).iterator(AT_ONCE):
        kept = SessionStore().decode(session.session_data)  # nothing, if it was signed with another key
        if BACKEND in kept:
            session.session_data = SessionStore().encode(kept | {BACKEND: "accounts.backend.OnePassword"})
            rows.append(session)
    Session.objects.bulk_update(rows, ["session_data"], batch_size=AT_ONCE)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0010_capitals_without_small_letters_look_alike_too"),
        ("sessions", "0001_initial"),
    ]

    operations = [migrations.RunPython(name_the_backend, migrations.RunPython.noop)]
