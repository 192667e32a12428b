from django import template
from django.conf import settings

from common import brand
from common.cache.templates import always_the_same

register = template.Library()


@register.simple_tag
@always_the_same
def site_name() -> str:
    return str(settings.SITE_NAME)


@register.simple_tag
@always_the_same
def brand_picture(name: str) -> str:
    """The address of the picture *name*, such as "favicon.svg"."""
    return brand.picture(name)


@register.simple_tag
def our_brand() -> bool:
    """Whether the site has our name and logo."""
    return brand.is_ours()
