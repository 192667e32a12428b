from django.urls import path

from matching.api import seeks

urlpatterns = [
    path("me/seeks/", seeks.Seeks.as_view(), name="api_seeks"),
    path("me/seeks/<int:pk>/", seeks.OneSeek.as_view(), name="api_seek"),
    path("me/seeks/<int:pk>/here/", seeks.Here.as_view(), name="api_here"),
    path("me/standing-order/", seeks.MyOrder.as_view(), name="api_standing_order"),
    path("pools/", seeks.Pools.as_view(), name="api_pools"),
]
