from allauth.account import views as allauth
from allauth.mfa import urls as mfa
from django.conf import settings
from django.urls import include, path
from django.views.generic import RedirectView

from accounts.login import admission, second_factor
from accounts.login.security import asks_again_to_look
from accounts.pages import access, apps, browsers, entry, guest_link, mine, time

urlpatterns = [
    path("settings/", entry.settings_page, name="settings"),
    path("settings/time/", time.time_settings, name="settings_time"),
    path("settings/time/holiday/", time.book, name="book_holiday"),
    path("settings/time/holiday/<int:vacation_id>/end/", time.end, name="end_holiday"),
    path("settings/look/", entry.look, name="look"),
    path("i18n/setlang/", entry.set_language, name="set_language"),
    path("settings/access/", access.access_page, name="settings_access"),
    path("settings/access/<int:token_id>/end/", access.end_token, name="end_token"),
    path("settings/access/program/", access.mark_program, name="mark_program"),
    path("settings/access/end/", access.end_all_tokens, name="end_all_tokens"),
    path("settings/access/apps/new/", apps.new_app, name="new_app"),
    path("settings/access/apps/<slug:app_id>/", apps.app_page, name="app"),
    path("settings/access/apps/<slug:app_id>/secret/", apps.renew_secret, name="renew_secret"),
    path("settings/access/apps/<slug:app_id>/delete/", apps.delete_app, name="delete_app"),
    path("settings/access/connected/<slug:app_id>/end/", apps.end_connection, name="end_connection"),
    path("settings/browsers/", browsers.browsers_page, name="settings_browsers"),
    path("settings/browsers/end/", browsers.end_other_browsers, name="end_other_browsers"),
    path("settings/browsers/<int:pk>/end/", browsers.end_browser, name="end_browser"),
    path("settings/browsers/link/", browsers.new_guest_link, name="new_guest_link"),
    path("guest/<slug:token>/", guest_link.guest_link, name="guest_link"),
    path("settings/account/", mine.account_page, name="settings_account"),
    path("settings/account/data.json", mine.my_data, name="my_data"),
    path("join/<slug:token>/", entry.join_site, name="join_site"),
    path("accounts/login/", entry.Login.as_view(), name="account_login"),
    path("accounts/signup/", entry.Signup.as_view(), name="account_signup"),
    # Guests have neither address nor password: these pages would only confuse them.
    path("accounts/email/", admission.not_for_guests(allauth.email)),
    path("accounts/password/change/", admission.not_for_guests(allauth.password_change)),
    path("accounts/password/set/", admission.not_for_guests(asks_again_to_look(allauth.password_set))),
    *([path("accounts/provider/", include("accounts.login.provider"))] if settings.OIDC_ISSUER else []),
    path("accounts/", include("allauth.account.urls")),
    path("settings/security/", second_factor.security_page, name="settings_security"),
    path("accounts/2fa/", RedirectView.as_view(pattern_name="settings_security")),
    path("accounts/2fa/webauthn/", RedirectView.as_view(pattern_name="settings_security")),
    path("accounts/2fa/", include(second_factor.guarded(mfa.urlpatterns))),
]
