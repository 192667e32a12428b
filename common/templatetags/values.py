"""Values that a page hands to its scripts."""

import orjson
from django import template
from django.core.serializers.json import DjangoJSONEncoder
from django.utils.html import json_script
from django.utils.safestring import SafeString

register = template.Library()


class Encoder(DjangoJSONEncoder):
    """Writes frozen values as the API does."""

    def default(self, o: object) -> object:
        return orjson.loads(orjson.dumps(o))


@register.filter
def script(value: object, name: str) -> SafeString:
    """The value as JSON in a script element with the id *name*."""
    return json_script(value, name, encoder=Encoder)
