from django.urls import include, path
from rest_framework.routers import SimpleRouter
from rest_framework.viewsets import ReadOnlyModelViewSet


class OrderViewSet(ReadOnlyModelViewSet):
    pass


router = SimpleRouter()
router.register("", OrderViewSet)
urlpatterns = [path("api/orders/", include(router.urls))]
