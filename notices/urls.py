from django.urls import path

from notices import app_views, views

urlpatterns = [
    path("notices/", views.notices, name="notices"),
    path("notices/read/", views.read_all, name="notices_read"),
    path("notices/<int:pk>/", views.open_notice, name="notice"),
    path("notices/stop/<str:token>/", views.stop, name="notices_stop"),
    path("settings/notices/", views.settings_notices, name="settings_notices"),
    path("settings/notices/try/", views.try_out, name="notices_try"),
    path("settings/notices/devices/<int:pk>/remove/", views.remove_device, name="device_remove"),
    path("manifest.webmanifest", app_views.manifest, name="manifest"),
    path("service-worker.js", app_views.service_worker, name="service_worker"),
    path("offline/", app_views.offline, name="offline"),
]
