from django.urls import include, path
from rest_framework.routers import DefaultRouter

from blog.views import PostSet, post_detail

router = DefaultRouter()
router.register("posts", PostSet)

urlpatterns = [path("<slug:slug>/", post_detail, name="detail")]
urlpatterns += router.urls

bare = DefaultRouter(trailing_slash=False)
bare.register(r"drafts", PostSet, basename="draft")
urlpatterns += [path("v2/", include(bare.urls))]
