from django.apps import AppConfig


class HouseRulesConfig(AppConfig):
    name = "house_rules"
