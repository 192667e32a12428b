from django import template
from django.conf import settings

from common.cache.templates import always_the_same

register = template.Library()


@register.simple_tag
@always_the_same
def version() -> str:
    return settings.VERSION
