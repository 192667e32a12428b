"""“My data”: export everything we store about a person, or delete the account."""

from allauth.account.decorators import reauthentication_required
from allauth.account.models import EmailAddress
from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import guests, tokens
from accounts.farewell import delete_account
from accounts.followers import followers
from accounts.login.security import asks_again_to_look
from accounts.models import App, User
from accounts.readers import current_user
from common import limits
from common.brand import file_name

NOT_SHOWN = {"password", "guest_key", "is_superuser", "is_staff", "is_active", "deleted_at", "skeleton"}


class FarewellForm(forms.Form):
    """Accounts with a password confirm with it; guests have none."""

    sure = forms.BooleanField(label=gettext_lazy("I understand that this can’t be undone."))
    password = forms.CharField(
        label=gettext_lazy("Your password"), widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

    def __init__(self, data: QueryDict | None, *, user: User) -> None:
        super().__init__(data)
        self.user = user
        if not user.has_usable_password():
            del self.fields["password"]

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise forms.ValidationError(_("Wrong password. Try again."))
        return password


def _by_passkey(request: HttpRequest) -> bool:
    """Accounts without a password confirm in another way."""
    return request.user.is_authenticated and not request.user.is_guest and not request.user.has_usable_password()


@never_cache
@login_required
@reauthentication_required(allow_get=True, enabled=_by_passkey)
def account_page(request: HttpRequest) -> HttpResponse:
    user = _me(request)
    form = FarewellForm(request.POST or None, user=user)
    by_link = guests.came_by_link(request)  # that browser may not be the guest's
    if request.method != "POST" or by_link:
        return render(request, "accounts/account.html", {"form": form, "by_link": by_link})
    limits.check("farewell", request)  # limits guessing of passwords
    if not form.is_valid():
        return render(request, "accounts/account.html", {"form": form}, status=400)
    delete_account(user=user, now=timezone.now())
    logout(request)
    messages.success(request, _("Your account was deleted. Thanks for playing!"))
    return redirect("home")


@never_cache
@login_required
@require_safe
@asks_again_to_look
def my_data(request: HttpRequest) -> HttpResponse:
    """Everything we store about the reader except games, which have their own file."""
    user = _me(request)
    fields = [field.attname for field in User._meta.concrete_fields if field.attname not in NOT_SHOWN]
    stored: dict[str, object] = {
        "account": {name: getattr(user, name) for name in fields},
        "mail_addresses": list(EmailAddress.objects.filter(user=user).values("email", "verified", "primary")),
        "vacations": list(user.vacations.values("starts", "ends")),
        "apps": list(App.objects.filter(owner=user).values("name", "redirect_uris", "type", "created_at")),
        "connected_apps": list(
            user.grants.exclude(last_used=None).values("app__name", "scopes", "created", "last_used", "last_place")
        ),
        "tokens": list(tokens.own(user).values("name", "scopes", "created", "last_used", "last_place", "expires")),
        "browsers": list(user.browsers.values("agent", "place", "by_link", "since", "last_used")),
    }
    for follower in followers():
        stored |= follower.on_record(user)
    answer = JsonResponse(stored, json_dumps_params={"indent": 1, "ensure_ascii": False})
    answer["Content-Disposition"] = f'attachment; filename="{file_name("my-data.json")}"'
    return answer


def _me(request: HttpRequest) -> User:
    return User.objects.get(pk=current_user(request).pk)
