from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "people"

    def ready(self) -> None:
        from people import called  # noqa: F401 - names to be found by follow every change of a user
