from django.urls import path

from clubs.api import membership, organising, talking
from clubs.api.match_urls import urlpatterns as of_matches

ONE = "clubs/<slug:club>/"
urlpatterns = [
    path("clubs/", membership.Clubs.as_view(), name="api_clubs"),
    path("me/clubs/", membership.MyClubs.as_view(), name="api_my_clubs"),
    path("me/club-invitations/", membership.MyInvitations.as_view(), name="api_club_invitations"),
    path("me/club-invitations/<slug:club>/", membership.MyInvitation.as_view(), name="api_club_invitation"),
    path(ONE, membership.OneClub.as_view(), name="api_club"),
    path(f"{ONE}members/", membership.Members.as_view(), name="api_club_members"),
    path(f"{ONE}members/<str:username>/", organising.OneMember.as_view(), name="api_club_member"),
    path(f"{ONE}join/", membership.Join.as_view(), name="api_join_club"),
    path(f"{ONE}ask/", membership.Ask.as_view(), name="api_ask_club"),
    path(f"{ONE}leave/", membership.Leave.as_view(), name="api_leave_club"),
    path(f"{ONE}requests/", organising.Requests.as_view(), name="api_club_requests"),
    path(f"{ONE}requests/<str:username>/", organising.OneRequest.as_view(), name="api_club_request"),
    path(f"{ONE}invite/", organising.Invite.as_view(), name="api_invite_to_club"),
    path(f"{ONE}link/", organising.Link.as_view(), name="api_club_link"),
    path(f"{ONE}name/", organising.ClubName.as_view(), name="api_club_name"),
    path(f"{ONE}close/", organising.Close.as_view(), name="api_close_club"),
    path(f"{ONE}chat/", talking.Chat.as_view(), name="club_chat_api"),
    path(f"{ONE}chat/<int:message>/", talking.OneMessage.as_view(), name="club_message_api"),
    path(f"{ONE}posts/", talking.Posts.as_view(), name="club_posts_api"),
    path(f"{ONE}posts/<int:post>/", talking.OnePost.as_view(), name="club_post_api"),
    *of_matches,
]
