from django.urls import include, path
from wagtail import hooks

from shop import reports


@hooks.register("register_admin_urls")
def admin_urls():
    return [path("reports/", reports.orders)]


@hooks.register("register_admin_urls")
def listed_urls():
    patterns = [
        path("year/", reports.orders),
        path("month/", reports.orders),
    ]
    return [path("stock/", include((patterns, "stock"), "stock"))]


@hooks.register("construct_main_menu")
def menu(request, items):
    return items
