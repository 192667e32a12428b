from django.contrib.auth.models import Group, Permission

GROUP = "moderators"


def make_moderators(**_kwargs: object) -> None:
    """Create the group whose staff members decide on reports. Called after `migrate`."""
    group, made = Group.objects.get_or_create(name=GROUP)
    if made:
        group.permissions.set(Permission.objects.filter(content_type__app_label="moderation", codename="view_report"))
