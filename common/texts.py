"""Texts for users."""

from django.utils.functional import Promise

Text = str | Promise  # translated already, or when it is written
