"""Setting a table by a page, told to packages with something of their own in its form (whom to invite …)."""

from django.dispatch import Signal

checking = Signal()  # request=HttpRequest, seats=int; a receiver raises a refusal, and no table is set
offered = Signal()  # request=HttpRequest, game=Game, once it is set
