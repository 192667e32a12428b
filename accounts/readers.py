"""Whoever opens a page or asks the API."""

from django.contrib.auth.models import AnonymousUser

from accounts.models import User

Reader = User | AnonymousUser
