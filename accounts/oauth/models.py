"""Apps that let people sign in with their account here, and what each may do. `accounts.models` loads these."""

import hashlib
import secrets

from allauth.idp.oidc.models import Client
from django.conf import settings
from django.db import models
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext_lazy as _


def digest(text: str) -> str:
    """The hash under which we store a random secret."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


class App(Client):
    """An app as its maker registered it. Its secret is random, so a fast digest protects it."""

    class Meta:
        proxy = True
        verbose_name = _("app")
        verbose_name_plural = _("apps")

    @property
    def is_public(self) -> bool:
        """Whether it runs where its users could read a secret, so it has none."""
        return bool(self.type == Client.Type.PUBLIC)

    @property
    def stopped(self) -> bool:
        """Whether a host of this site disabled it."""
        return bool((self.data or {}).get("stopped"))

    def set_secret(self, secret: str) -> None:
        self.secret = digest(secret)

    def check_secret(self, secret: str) -> bool:
        return bool(self.secret) and constant_time_compare(self.secret, digest(secret))

    def __str__(self) -> str:
        return str(self.name)


def new_family() -> str:
    """The part that all refresh tokens of a grant share. It reveals one that was used before."""
    return secrets.token_urlsafe(18)


class Grant(models.Model):
    """The permission of a person for an app. Its tokens end with it.

    It begins with a code that the app exchanges for tokens. *family* and *refresh*: digests of the part that its
    refresh tokens share, and of the one that is valid now.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="grants")
    app = models.ForeignKey(App, on_delete=models.CASCADE, related_name="grants")
    scopes = models.JSONField(default=list)
    code = models.CharField(max_length=64, unique=True)  # its digest
    asked = models.JSONField(default=dict)  # what the exchange of the code must match; emptied by it
    family = models.CharField(max_length=64, unique=True, null=True)  # noqa: DJ001 - null until the app has tokens
    refresh = models.CharField(max_length=64, blank=True)
    created = models.DateTimeField()
    until = models.DateTimeField()  # of the code, then of the refresh token
    last_used = models.DateTimeField(null=True)  # when the app last got a token; null: it has not exchanged the code
    last_place = models.CharField(max_length=45, blank=True)

    class Meta:
        ordering = ["-created", "-pk"]

    def __str__(self) -> str:
        return f"{self.app_id} for {self.user_id}"


class SigningKey(models.Model):
    """The key that signs ID tokens, if the server made it itself."""

    name = models.CharField(max_length=20, primary_key=True)
    private = models.TextField()  # PEM

    def __str__(self) -> str:
        return self.name
