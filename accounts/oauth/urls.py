from allauth.idp.oidc import views as allauth
from django.urls import path

from accounts.oauth import documents, views

urlpatterns = [
    path(".well-known/openid-configuration", documents.discovery, name="discovery"),
    path(".well-known/oauth-authorization-server", documents.discovery),
    path("oauth/authorize/", views.authorize, name="oauth_authorize"),
    path("oauth/token/", views.token, name="oauth_token"),
    path("oauth/revoke/", views.revoke, name="oauth_revoke"),
    path("oauth/userinfo/", views.userinfo, name="oauth_userinfo"),
    path("oauth/keys/", allauth.jwks, name="oauth_keys"),
]
