from django.urls import path

from family import host_pages, link_pages, pages

urlpatterns = [
    path("family/new/", host_pages.new_family, name="new_family"),
    path("family/name/<slug:token>/", link_pages.private_link, name="family_name"),
    path("family/<slug:family>/", pages.family_page, name="family"),
    path("family/<slug:family>/name/", pages.take_name, name="take_family_name"),
    path("family/<slug:family>/leave/", pages.leave, name="leave_family"),
    path("family/<slug:family>/next/", pages.next_game, name="next_family_game"),
    path("family/<slug:family>/print/", link_pages.to_print, name="print_family"),
    path("family/<slug:family>/qr.svg", link_pages.qr, name="family_qr"),
    path("family/<slug:family>/host/", host_pages.host, name="host_family"),
    path("family/<slug:family>/host/<int:pk>/", host_pages.change_name, name="change_family_name"),
]
