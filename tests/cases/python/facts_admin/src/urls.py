from django.contrib import admin
from django.urls import include, path
from wagtail.admin import urls as wagtailadmin_urls

urlpatterns = [
    path("back-office/", admin.site.urls),
    path("cms/", include(wagtailadmin_urls)),
]
