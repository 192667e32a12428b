from django.urls import path

from notices import api

urlpatterns = [
    path("me/notices/", api.Notices.as_view(), name="api_notices"),
    path("me/notices/read/", api.ReadNotices.as_view(), name="api_notices_read"),
    path("me/notices/settings/", api.Settings.as_view(), name="api_notices_settings"),
    path("me/notices/devices/", api.PushDevices.as_view(), name="api_devices"),
    path("me/notices/devices/<int:pk>/", api.PushDevice.as_view(), name="api_device"),
]
