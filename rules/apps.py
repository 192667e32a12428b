"""The one piece of Django here: the rules as an application, so that their tests and translations are found."""

from django.apps import AppConfig


class RulesConfig(AppConfig):
    """The rules of the games."""

    name = "rules"
