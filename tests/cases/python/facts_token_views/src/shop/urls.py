from django.urls import path
from fastapi import FastAPI
from rest_framework.authtoken.views import ObtainAuthToken
from rest_framework_simplejwt.views import TokenRefreshView


class Login(ObtainAuthToken):
    pass


urlpatterns = [
    path("token/refresh/", TokenRefreshView.as_view()),
    path("login/", Login.as_view()),
]

app = FastAPI()
app.add_exception_handler(ValueError, print)
