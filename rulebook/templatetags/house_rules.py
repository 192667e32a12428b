from django import template

from accounts.models import User
from rulebook.models import SavedRules

register = template.Library()

OFFERED = 12  # on the new game page; the page of house rules has all


@register.simple_tag(takes_context=True)
def my_saved_rules(context: template.Context) -> list[SavedRules]:
    """The reader's newest saved rules, for the new game page."""
    user = getattr(context.get("request"), "user", None)
    return list(SavedRules.objects.filter(owner=user)[:OFFERED]) if isinstance(user, User) else []
