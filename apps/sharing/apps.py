from django.apps import AppConfig


class SharingConfig(AppConfig):
    name = "sharing"
    label = "pictures"  # of its table and its migrations
