from contextlib import suppress

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core import context
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts import browsers, claiming, guests, names, registration
from accounts.login import admission
from accounts.models import User, taken, taken_sentence
from accounts.sessions import unchanged_if_it_fails
from common import address
from common.database import tried_again


class AccountAdapter(DefaultAccountAdapter):
    def new_user(self, request: HttpRequest) -> User:
        """Guests who sign up keep their row, so their games need no change.

        A browser that came by the guest's link may be someone else's, and gets a new row.
        """
        user = request.user
        if user.is_authenticated and user.is_guest and not guests.came_by_link(request):
            EmailAddress.objects.filter(user=user).delete()  # guests have no addresses; keep no one else's
            user.is_guest, user.guest_key = False, None
            return user
        somebody: User = super().new_user(request)
        return somebody

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return registration.is_open(request)

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The user name in lower case, as stored. Refuses names that look like an existing one."""
        try:
            cleaned: str = super().clean_username(names.username(username), shallow)
        except names.NotPossible as refused:
            raise ValidationError(str(refused)) from None
        if not shallow and taken(cleaned):
            raise ValidationError(taken_sentence())
        return cleaned

    def save_user(self, request: HttpRequest, user: User, form: object, commit: bool = True) -> User:
        """Store the user with the password that `Signup` has hashed; people of the host's provider have none."""
        super().save_user(request, user, form, commit=False)
        user.password = getattr(form, "hashed", user.password)
        if commit:
            user.save()
        return user

    def populate_username(self, request: HttpRequest, user: User) -> None:
        """If the typed name has capitals, it becomes the display name."""
        super().populate_username(request, user)
        typed = names.tidy(request.POST.get("username", ""))
        if not user.nickname and typed != user.username and len(typed) <= names.LONGEST:
            user.nickname = typed

    def authenticate(self, request: HttpRequest, **credentials: str) -> User | None:
        """Ignores case in the user name, in every alphabet."""
        typed = credentials.get("username")
        if typed and not User.objects.filter(username=typed.replace("\0", "")).exists():
            with suppress(names.NotPossible):
                credentials["username"] = names.username(typed)
        user: User | None = super().authenticate(request, **credentials)
        return user

    def reauthenticate(self, user: User, password: str) -> bool:
        """Uses the user name, because another account may have confirmed the address meanwhile."""
        owner = self.authenticate(context.request, username=user.username, password=password)
        return owner is not None and owner.pk == user.pk

    @tried_again
    def login(self, request: HttpRequest, user: User) -> None:
        """Every kind of login brings the guest's games along."""
        before = admission.guest_of(request)
        guest = User.objects.get(pk=before.pk) if before is not None and before.pk != user.pk else None
        if guests.came_by_link(request):
            guest = None
        called = user.name
        with (
            unchanged_if_it_fails(request),
            transaction.atomic(),
        ):  # both or neither: a logged-in user can't fetch the games later
            if guest is not None:
                claiming.merge(guest, user, request.session)
            with browsers.staying_the_same_browser(request, user):
                super().login(request, user)
        if user.name != called:
            message = _(
                "Another player in one of your games already has your name, so you’re now %(name)s."
                " You can change it in your settings."
            )
            messages.info(request, message % {"name": user.name})

    def send_notification_mail(
        self, template_prefix: str, user: User, context: dict[str, object] | None = None, email: str | None = None
    ) -> None:
        """Also mails a removed address: it may be the owner's last one."""
        if gone := (context or {}).get("deleted_email"):
            super().send_notification_mail(template_prefix, user, context, gone)
        super().send_notification_mail(template_prefix, user, context, email)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: str) -> str:
        """Count wrong passwords by the client's address. Names are public, so a limit by name would let anyone lock
        others out.
        """
        return f"{super()._get_login_attempts_cache_key(request, **credentials)}:{self.get_client_ip(request)}"

    def get_client_ip(self, request: HttpRequest) -> str:
        return address.of_request(request)
