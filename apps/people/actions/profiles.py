"""Save a person's bio, who can invite them and who can message them."""

from accounts.models import User
from common.database import tried_again
from people.models import Profile


@tried_again
def save_profile(*, user: User, **fields: str) -> Profile:
    """Save *about*, *invites* and *letters*, or some of them. The first change creates the row."""
    profile, _made = Profile.objects.update_or_create(user=user, defaults=fields)
    return profile
