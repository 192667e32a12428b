from allauth.account import views as allauth
from allauth.mfa import urls as mfa
from django.urls import include, path
from django.views.generic import RedirectView

from accounts import access, mine, second_factor, time_views, views

urlpatterns = [
    path("settings/", views.settings_page, name="settings"),
    path("settings/time/", time_views.time_settings, name="settings_time"),
    path("settings/time/holiday/", time_views.book, name="book_holiday"),
    path("settings/time/holiday/<int:vacation_id>/end/", time_views.end, name="end_holiday"),
    path("settings/theme/", views.theme, name="theme"),
    path("settings/access/", access.access_page, name="settings_access"),
    path("settings/access/<int:token_id>/end/", access.end_token, name="end_token"),
    path("settings/account/", mine.account_page, name="settings_account"),
    path("settings/account/data.json", mine.my_data, name="my_data"),
    path("accounts/login/", views.Login.as_view(), name="account_login"),
    path("accounts/signup/", views.Signup.as_view(), name="account_signup"),
    # Guests have neither address nor password: these pages would only confuse them.
    path("accounts/email/", views.not_for_guests(allauth.email)),
    path("accounts/password/change/", views.not_for_guests(allauth.password_change)),
    path("accounts/password/set/", views.not_for_guests(allauth.password_set)),
    path("accounts/", include("allauth.account.urls")),
    path("settings/security/", second_factor.security_page, name="settings_security"),
    path("accounts/2fa/", RedirectView.as_view(pattern_name="settings_security")),
    path("accounts/2fa/webauthn/", RedirectView.as_view(pattern_name="settings_security")),
    path("accounts/2fa/", include(second_factor.guarded(mfa.urlpatterns))),
]
