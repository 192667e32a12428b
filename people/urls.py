from django.urls import path

from people import views

urlpatterns = [
    path("people/", views.my_people, name="people"),
    path("people/<str:username>/", views.profile, name="person"),
    path("people/<str:username>/friend/", views.friend, name="befriend"),
    path("people/<str:username>/block/", views.block, name="block"),
    path("find/", views.find, name="find_people"),
    path("lobby/", views.lobby, name="lobby"),
    path("g/<slug:public_id>/invite/", views.invite, name="invite"),
    path("g/<slug:public_id>/invite/<str:username>/withdraw/", views.withdraw, name="withdraw"),
    path("g/<slug:public_id>/accept/", views.accept, name="accept"),
    path("g/<slug:public_id>/decline/", views.decline, name="decline"),
    path("g/<slug:public_id>/again/", views.again, name="again"),
    path("g/<slug:public_id>/people/", views.at_the_table, name="table_people"),
]
