from typing import Any

from django.contrib.auth.models import Group, Permission

GROUP = "moderators"


def make_moderators(**_kwargs: Any) -> None:
    """The group whose members of the staff decide on reports; made with the tables."""
    group, made = Group.objects.get_or_create(name=GROUP)
    if made:
        group.permissions.set(Permission.objects.filter(content_type__app_label="moderation", codename="view_report"))
