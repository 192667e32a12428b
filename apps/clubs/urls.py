from django.urls import path

from clubs.match_urls import urlpatterns as of_matches
from clubs.pages import buttons, reading, settings, talking

ONE = "clubs/<slug:club>/"
urlpatterns = [
    path("clubs/", reading.clubs, name="clubs"),
    path("clubs/new/", settings.new, name="new_club"),
    path(ONE, reading.club, name="club"),
    path(f"{ONE}members/", reading.members, name="club_members"),
    path(f"{ONE}standings/", reading.standings, name="club_standings"),
    path(f"{ONE}calendar/", reading.calendar, name="club_calendar"),
    path(f"{ONE}requests/", reading.requests, name="club_requests"),
    path(f"{ONE}with/<str:token>/", reading.by_link, name="club_link"),
    path(f"{ONE}settings/", settings.edit, name="club_settings"),
    path(f"{ONE}close/", settings.close, name="close_club"),
    path(f"{ONE}rename/", buttons.rename, name="rename_club"),
    path(f"{ONE}link/", buttons.renew_link, name="renew_club_link"),
    path(f"{ONE}join/", buttons.join, name="join_club"),
    path(f"{ONE}ask/", buttons.ask, name="ask_club"),
    path(f"{ONE}withdraw/", buttons.withdraw, name="withdraw_from_club"),
    path(f"{ONE}decline/", buttons.decline, name="decline_club"),
    path(f"{ONE}leave/", buttons.leave, name="leave_club"),
    path(f"{ONE}invite/", buttons.invite, name="invite_to_club"),
    path(f"{ONE}answer/", buttons.answer, name="answer_request"),
    path(f"{ONE}member/", buttons.member, name="change_club_member"),
    path(f"{ONE}chat/", talking.chat, name="club_chat"),
    path(f"{ONE}chat/remove/", talking.remove_message, name="remove_club_message"),
    path(f"{ONE}posts/", talking.posts, name="club_posts"),
    path(f"{ONE}posts/remove/", talking.remove_post, name="remove_club_post"),
    path(f"{ONE}mute/", talking.mute, name="mute_club"),
    *of_matches,
]
