from django.urls import path

from houserules import views

urlpatterns = [
    path("house-rules/", views.house_rules, name="house_rules"),
    path("house-rules/change/<slug:variant>/", views.change_rules, name="change_rules"),
    path("house-rules/<slug:public_id>/", views.saved_rules, name="saved_rules"),
    path("house-rules/<slug:public_id>/rename/", views.rename_rules, name="rename_rules"),
    path("house-rules/<slug:public_id>/delete/", views.delete_rules, name="delete_rules"),
]
