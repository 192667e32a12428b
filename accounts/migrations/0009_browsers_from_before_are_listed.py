from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations
from django.utils import timezone

AT_ONCE = 1000


def list_them(apps: Any, _schema_editor: Any) -> None:
    """Who was logged in before there was a list sees that browser there, too, and can log it out.

    When it was used is known by the day its session would end. Whether a guest's browser came by a link isn't known:
    taken for one, the browser in which they began could not take the games along to an account.
    """
    Browser, User = apps.get_model("accounts", "Browser"), apps.get_model("accounts", "User")
    known = set(User.objects.values_list("pk", flat=True))
    listed = Browser.objects.values("session")
    rows, now = [], timezone.now()
    running = apps.get_model("sessions", "Session").objects.filter(expire_date__gt=now).exclude(pk__in=listed)
    for session in running.iterator(AT_ONCE):
        kept = SessionStore().decode(session.session_data)  # nothing, if it was signed with another key
        user = int(kept.get("_auth_user_id", 0))
        if user in known:
            used = min(now, session.expire_date - timedelta(seconds=settings.SESSION_COOKIE_AGE))
            name = kept.get("browser", "")
            rows.append(Browser(session=session, user_id=user, name=name, since=used, last_used=used))
    Browser.objects.bulk_create(rows, batch_size=AT_ONCE)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0008_where_tokens_were_used"), ("sessions", "0001_initial")]

    operations = [migrations.RunPython(list_them, migrations.RunPython.noop)]
