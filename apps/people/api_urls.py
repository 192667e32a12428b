from django.urls import path

from people.api import bonds, invitations, profiles

urlpatterns = [
    path("people/", profiles.People.as_view(), name="api_people"),
    path("status/", profiles.Statuses.as_view(), name="api_status"),
    path("people/<str:username>/", profiles.OnePerson.as_view(), name="api_person"),
    path("me/friends/", bonds.Friends.as_view(), name="api_friends"),
    path("me/friends/<str:username>/", bonds.OneFriend.as_view(), name="api_friend"),
    path("me/blocks/", bonds.Blocks.as_view(), name="api_blocks"),
    path("me/blocks/<str:username>/", bonds.OneBlock.as_view(), name="api_block"),
    path("me/invitations/", invitations.MyInvitations.as_view(), name="api_invitations"),
    path("me/invitations/<slug:public_id>/accept/", invitations.Accept.as_view(), name="api_accept"),
    path("me/invitations/<slug:public_id>/decline/", invitations.Decline.as_view(), name="api_decline"),
    path("games/<slug:public_id>/invite/", invitations.Invite.as_view(), name="api_invite"),
    path("games/<slug:public_id>/invite/<str:username>/", invitations.Withdraw.as_view(), name="api_withdraw"),
]
