from django.apps import AppConfig

import rules
from common import refusals


class RulebookConfig(AppConfig):
    name = "rulebook"

    def ready(self) -> None:
        from rulebook import engine_refusals

        refusals.means(rules.RulesError, engine_refusals.refused)
