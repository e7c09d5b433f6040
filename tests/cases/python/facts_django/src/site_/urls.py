from django.contrib import admin
from django.urls import include, path, re_path

from blog import views

extra = [path("about/", views.about)]

urlpatterns = [
    path("admin/", admin.site.urls),
    path("blog/", include("blog.urls")),
    path("info/", include(extra)),
    re_path(r"^archive/(?P<year>\d{4})/$", views.Archive.as_view()),
]
