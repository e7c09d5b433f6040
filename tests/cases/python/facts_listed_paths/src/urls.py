from django.urls import path
from django_distill import distill_path


def home(request): ...


urlpatterns = [path("a/", home), distill_path("b/", home, name="b")]
