"""The box for a text of several lines."""

from collections.abc import Mapping
from typing import Any

from django import forms


class Lines(forms.Textarea):
    """Browsers count the end of a line as one character and send two. We count one, too."""

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Any:
        typed = super().value_from_datadict(data, files, name)
        return typed.replace("\r\n", "\n") if isinstance(typed, str) else typed
