from datetime import datetime

from django import template
from django.utils import timezone

from accounts.models import User
from moderation import notifications, queries
from moderation.models import silenced_until

register = template.Library()


@register.inclusion_tag("moderation/_on_me.html")
def what_moderators_did(user: User, now: datetime | None = None) -> dict[str, object]:
    """The moderators' actions on *user* with reasons, and the end of a silence; for the user to see."""
    actions = [(notifications.sentence(action), action) for action in queries.actions_on(user)]
    return {"actions": actions, "until": silenced_until(user.pk, now or timezone.now())}
