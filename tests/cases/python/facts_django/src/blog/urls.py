from django.urls import path
from rest_framework.routers import DefaultRouter

from blog.views import PostSet, post_detail

router = DefaultRouter()
router.register("posts", PostSet)

urlpatterns = [path("<slug:slug>/", post_detail, name="detail")]
urlpatterns += router.urls
