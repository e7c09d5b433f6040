from django.db import models


class Timed(models.Model):
    class Meta:
        abstract = True


class Tag(models.Model):
    class Meta:
        db_table = "labels"


class Post(Timed):
    title = models.CharField(max_length=20)
    tags = models.ManyToManyField(Tag)


class Model:
    pass


class NoTable(Model):
    pass
