from django.urls import path

from house_rules import pages as house_rules

urlpatterns = [
    path("house-rules/", house_rules.house_rules, name="house_rules"),
    path("house-rules/change/<slug:variant>/", house_rules.change_rules, name="change_rules"),
    path("house-rules/<slug:public_id>/", house_rules.saved_rules, name="saved_rules"),
    path("house-rules/<slug:public_id>/rename/", house_rules.rename_rules, name="rename_rules"),
    path("house-rules/<slug:public_id>/delete/", house_rules.delete_rules, name="delete_rules"),
]
