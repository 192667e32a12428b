from django.urls import path

from notices import api, destination_api

urlpatterns = [
    path("me/notices/", api.Notices.as_view(), name="api_notices"),
    path("me/notices/read/", api.ReadNotices.as_view(), name="api_notices_read"),
    path("me/notices/settings/", api.Settings.as_view(), name="api_notices_settings"),
    path("me/notices/devices/", api.PushDevices.as_view(), name="api_devices"),
    path("me/notices/devices/<int:pk>/", api.PushDevice.as_view(), name="api_device"),
    path("me/notices/messengers/", destination_api.Messengers.as_view(), name="api_messengers"),
    path("me/notices/messengers/<int:pk>/", destination_api.OneMessenger.as_view(), name="api_messenger"),
    path("me/notices/calendar/", destination_api.Calendar.as_view(), name="api_calendar"),
]
