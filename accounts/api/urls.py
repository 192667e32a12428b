"""The part of the API about the caller."""

from django.urls import path

from accounts.api import me, resting, tokens

urlpatterns = [
    path("me/", me.MyAccount.as_view(), name="me"),
    path("me/rest/", resting.MyRest.as_view(), name="rest"),
    path("me/vacations/", resting.MyVacations.as_view(), name="vacations"),
    path("me/vacations/<int:vacation_id>/", resting.OneVacation.as_view(), name="vacation"),
    path("me/token/", tokens.ThisToken.as_view(), name="token"),
    path("me/tokens/", tokens.Tokens.as_view(), name="tokens"),
    path("me/tokens/<int:token_id>/", tokens.OneToken.as_view(), name="one_token"),
]
