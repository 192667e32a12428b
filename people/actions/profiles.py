"""What somebody says of themselves, and who may invite them."""

from accounts.models import User
from people.models import Profile


def save_profile(*, user: User, **fields: str) -> Profile:
    """Change the fields given, *about* or *invites*; the first change makes the row."""
    profile, _made = Profile.objects.update_or_create(user=user, defaults=fields)
    return profile
