from django.urls import path

from clubs.pages import talking

ONE = "clubs/<slug:club>/"
urlpatterns = [
    path(f"{ONE}chat/", talking.chat, name="club_chat"),
    path(f"{ONE}chat/remove/", talking.remove_message, name="remove_club_message"),
    path(f"{ONE}posts/", talking.posts, name="club_posts"),
    path(f"{ONE}posts/remove/", talking.remove_post, name="remove_club_post"),
    path(f"{ONE}mute/", talking.mute, name="mute_club"),
]
