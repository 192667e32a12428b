"""Pages for makers of apps that people sign in to, and for people whose accounts apps use."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts import names
from accounts.login.admission import for_accounts
from accounts.login.security import asks_again, tell
from accounts.models import App
from accounts.oauth import documents, grants, redirects, registry
from accounts.pages.forms import TidyField
from accounts.readers import current_user
from common import limits

KINDS = [
    ("public", gettext_lazy("On people’s devices: a phone app or a program")),
    ("confidential", gettext_lazy("On a server of mine: it can keep a secret")),
]


class ChangeForm(forms.Form):
    name = TidyField(
        label=gettext_lazy("Name of the app"), max_length=50, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    redirects = forms.CharField(
        label=gettext_lazy("Redirect addresses, one a line"),
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "autocapitalize": "off"}),
    )

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        try:
            registry.check_name(name)
        except names.NotPossible as refused:
            raise forms.ValidationError(str(refused)) from None
        return name

    def clean_redirects(self) -> list[str]:
        addresses = list(dict.fromkeys(self.cleaned_data["redirects"].split()))
        if len(addresses) > redirects.MOST:
            raise forms.ValidationError(_("An app can have %(n)d addresses at most.") % {"n": redirects.MOST})
        try:
            for address in addresses:
                redirects.check(address)
        except redirects.NotPossible as refused:
            raise forms.ValidationError(str(refused)) from None
        return addresses


class NewForm(ChangeForm):
    kind = forms.ChoiceField(
        label=gettext_lazy("Where it runs"), choices=KINDS, widget=forms.RadioSelect, initial="public"
    )


@never_cache
@for_accounts
@asks_again
def new_app(request: HttpRequest) -> HttpResponse:
    """Register an app. We show its secret only in the answer."""
    form = NewForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        limits.check("token", request)
        user, given = current_user(request), dict(form.cleaned_data)
        try:
            app, secret = registry.register(owner=user, public=given.pop("kind") == "public", **given)
        except registry.TooManyApps:
            form.add_error(None, _("You’ve reached the limit of apps. Delete one first."))
        else:
            tell(request, user, "app_made", app=app.name)
            return _page(request, app, secret=secret, made=True)
    return render(request, "accounts/new_app.html", {"form": form}, status=422 if form.is_bound else 200)


@never_cache
@for_accounts
@asks_again
def app_page(request: HttpRequest, app_id: str) -> HttpResponse:
    app = _mine(request, app_id)
    if request.method != "POST":
        return _page(request, app)
    form = ChangeForm(request.POST)
    if not form.is_valid():
        return _page(request, app, form=form, status=422)
    registry.change(app, **form.cleaned_data)
    messages.success(request, _("Saved."))
    return redirect("app", app_id=app.pk)


@require_POST
@never_cache
@for_accounts
@asks_again
def renew_secret(request: HttpRequest, app_id: str) -> HttpResponse:
    limits.check("token", request)
    app = _mine(request, app_id)
    return _page(request, app, secret="" if app.is_public else registry.renew_secret(app))


@require_POST
@for_accounts
@asks_again
def delete_app(request: HttpRequest, app_id: str) -> HttpResponse:
    app = _mine(request, app_id)
    if "sure" not in request.POST:
        messages.error(request, _("Tick the box to delete the app."))
        return redirect("app", app_id=app.pk)
    registry.delete(app)
    messages.success(request, _("The app was deleted."))
    return redirect("settings_access")


@require_POST
@for_accounts
def end_connection(request: HttpRequest, app_id: str) -> HttpResponse:
    """Revoke everything that an app got from the reader, on all devices."""
    if grants.end(current_user(request).grants.filter(app=app_id)):
        messages.success(request, _("This app can’t use your account any more."))
    return redirect("settings_access")


def _mine(request: HttpRequest, app_id: str) -> App:
    return get_object_or_404(App, pk=app_id, owner=current_user(request))


def _page(
    request: HttpRequest, app: App, *, form: ChangeForm | None = None, status: int = 200, **more: object
) -> HttpResponse:
    known = {"name": app.name, "redirects": "\n".join(app.get_redirect_uris())}
    context = {"app": app, "form": form or ChangeForm(initial=known), "addresses": documents.addresses(), **more}
    return render(request, "accounts/app.html", context, status=status)
