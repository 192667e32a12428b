from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from accounts import browsers, claiming, resting  # noqa: F401 - what they listen to
