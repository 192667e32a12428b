from django.apps import AppConfig


class TalkConfig(AppConfig):
    name = "talk"
