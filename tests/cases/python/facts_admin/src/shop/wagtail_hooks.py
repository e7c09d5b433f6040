from django.urls import path
from wagtail import hooks

from shop import reports


@hooks.register("register_admin_urls")
def admin_urls():
    return [path("reports/", reports.orders)]


@hooks.register("construct_main_menu")
def menu(request, items):
    return items
