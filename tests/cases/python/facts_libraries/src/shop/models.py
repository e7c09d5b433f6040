import peewee
from tortoise import fields
from tortoise.models import Model


class Order(peewee.Model):
    total = peewee.IntegerField()


class OrderLine(peewee.Model):
    class Meta:
        table_name = "lines"


class Customer(Model):
    id = fields.IntField(primary_key=True)


class Address(Model):
    class Meta:
        table = "addresses"


class Plain:
    class Meta:
        table_name = "no"
