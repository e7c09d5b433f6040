from django.db import models


class Snippet(models.Model):
    text = models.TextField()
