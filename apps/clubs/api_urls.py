from django.urls import path

from clubs.api import talking

ONE = "clubs/<slug:club>/"
urlpatterns = [
    path(f"{ONE}chat/", talking.Chat.as_view(), name="club_chat_api"),
    path(f"{ONE}chat/<int:message>/", talking.OneMessage.as_view(), name="club_message_api"),
    path(f"{ONE}posts/", talking.Posts.as_view(), name="club_posts_api"),
    path(f"{ONE}posts/<int:post>/", talking.OnePost.as_view(), name="club_post_api"),
]
