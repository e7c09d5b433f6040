from django.conf import settings
from django.views.decorators.http import require_http_methods
from django.views.generic import ListView
from rest_framework import viewsets
from rest_framework.decorators import action


def about(request):
    return settings.SITE_NAME


@require_http_methods(["GET", "POST"])
def post_detail(request, slug):
    return getattr(settings, "PAGE_SIZE", 10)


class Archive(ListView):
    pass


class PostSet(viewsets.ReadOnlyModelViewSet):
    lookup_field = "slug"

    @action(detail=True, methods=["post"])
    def publish(self, request, slug=None):
        return None


class Stamp:
    def path(self, text):
        return text


Stamp().path("not/a/route")
