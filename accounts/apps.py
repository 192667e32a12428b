from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from accounts import resting, tokens  # noqa: F401 - the zone comes with its owner, tokens go with him
