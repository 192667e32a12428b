from typing import Any

from django.dispatch import receiver
from django.http import HttpRequest

from accounts.signals import guest_coming
from limits.counting import check


@receiver(guest_coming)
def not_too_many_guests(request: HttpRequest, **_kwargs: Any) -> None:
    """Every guest is a row that stays: nobody makes thousands of them."""
    check("guest", request)
