from django.db import models


class Discount(models.Model):
    percent = models.IntegerField()
