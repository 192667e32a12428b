from django.urls import path

from matching.api import programs, seeks

urlpatterns = [
    path("me/seeks/", seeks.Seeks.as_view(), name="api_seeks"),
    path("me/seeks/<int:pk>/", seeks.OneSeek.as_view(), name="api_seek"),
    path("me/seeks/<int:pk>/here/", seeks.Here.as_view(), name="api_here"),
    path("me/standing-order/", seeks.MyOrder.as_view(), name="api_standing_order"),
    path("me/accepts/", programs.MyGames.as_view(), name="api_accepts"),
    path("programs/", programs.Programs.as_view(), name="api_programs"),
    path("pools/", seeks.Pools.as_view(), name="api_pools"),
]
