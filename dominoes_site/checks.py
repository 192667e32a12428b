"""A check of the settings' names, run by `manage.py check` and whenever the server starts."""

import os

from django.core import checks

from dominoes_site import environment


@checks.register("settings")
def names_are_known(**_kwargs: object) -> list[checks.CheckMessage]:
    """Warn of variables that we don't know but that resemble one of ours."""
    return [
        checks.Warning(f"There is no setting {name}.", hint=f"Did you mean {alike}?", id="dominoes_site.W001")
        for name, alike in environment.misspelt(os.environ).items()
    ]
