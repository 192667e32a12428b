"""Links that let a browser fetch all of a page's scripts at once."""

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from common.cache.templates import always_the_same

register = template.Library()


@register.simple_tag
@always_the_same
def preloads(*scripts: str) -> SafeString:
    """Preload links for *scripts* and, in a release, for their imports. (Without bundles we don't know the imports.)"""
    imports: dict[str, list[str]] = getattr(staticfiles_storage, "imports", {})
    files = dict.fromkeys(static(name) for script in scripts for name in (script, *imports.get(script, ())))
    return format_html_join("\n", '<link rel="modulepreload" href="{}">', ([file] for file in files))
