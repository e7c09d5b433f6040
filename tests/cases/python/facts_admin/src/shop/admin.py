from django.contrib import admin
from django.urls import path

from shop.models import Order


@admin.register(Order)
class OrderAdmin(admin.ModelAdmin):
    def get_urls(self):
        own = [path("<int:pk>/ship/", self.admin_site.admin_view(self.ship))]
        return own + super().get_urls()

    def ship(self, request, pk):
        pass


class Site(admin.AdminSite):
    def get_urls(self):
        return [path("health/", self.health)] + super().get_urls()

    def health(self, request):
        pass


class NoAdmin:
    def get_urls(self):
        return [path("plain/", self.plain)]

    def plain(self, request):
        pass
