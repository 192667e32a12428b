from django.urls import path

from notices import app_pages, destination_pages, pages

urlpatterns = [
    path("notices/", pages.notices, name="notices"),
    path("notices/read/", pages.read_all, name="notices_read"),
    path("notices/<int:pk>/", pages.open_notice, name="notice"),
    path("notices/stop/<str:token>/", pages.stop, name="notices_stop"),
    path("settings/notices/", pages.settings_notices, name="settings_notices"),
    path("settings/notices/try/", pages.try_out, name="notices_try"),
    path("settings/notices/devices/<int:pk>/remove/", pages.remove_device, name="device_remove"),
    path("settings/notices/messengers/", destination_pages.messengers, name="messengers"),
    path("settings/notices/messengers/<int:pk>/on/", destination_pages.messenger_on, name="messenger_on"),
    path("settings/notices/messengers/<int:pk>/remove/", destination_pages.messenger_remove, name="messenger_remove"),
    path("settings/notices/calendar/", destination_pages.calendar_link, name="calendar_link"),
    path("settings/notices/calendar/remove/", destination_pages.calendar_link_end, name="calendar_link_end"),
    path("calendar/<str:token>.ics", destination_pages.calendar, name="calendar"),
    path("manifest.webmanifest", app_pages.manifest, name="manifest"),
    path("service-worker.js", app_pages.service_worker, name="service_worker"),
    path("offline/", app_pages.offline, name="offline"),
]
