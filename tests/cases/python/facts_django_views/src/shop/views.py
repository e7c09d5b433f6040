from django.views.generic.detail import BaseDetailView
from django_filters.views import FilterView

from shop.own import FilterView as OwnFilterView


class Orders(FilterView):
    pass


class Unlock(BaseDetailView):
    def post(self, request, *args, **kwargs):
        return None
