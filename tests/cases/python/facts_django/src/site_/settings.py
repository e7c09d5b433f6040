MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "blog.views.Stamp",
]
