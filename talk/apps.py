from django.apps import AppConfig


class TalkConfig(AppConfig):
    name = "talk"

    def ready(self) -> None:
        from people import sections
        from talk import (
            shown,
            signals,  # noqa: F401 - connects the receivers
        )

        sections.register(shown.note_about)
