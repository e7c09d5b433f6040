MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.common.CommonMiddleware",
]
STEPS = ["django.middleware.gzip.GZipMiddleware"]
if True:
    MIDDLEWARE += ["shop.middleware.Timing"]
    MIDDLEWARE.append("shop.middleware.Audit")
    MIDDLEWARE.insert(0, "shop.middleware.First")
    STEPS.append("shop.middleware.NotOne")
