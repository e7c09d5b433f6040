from django.contrib.auth import views as auth_views
from django.urls import path

from shop import views

urlpatterns = [
    path("orders/", views.Orders.as_view()),
    path("orders/<int:pk>/unlock/", views.Unlock.as_view()),
    path("reset/<uidb64>/<token>/", auth_views.PasswordResetConfirmView.as_view()),
    path("reset/done/", auth_views.PasswordResetDoneView.as_view()),
]
