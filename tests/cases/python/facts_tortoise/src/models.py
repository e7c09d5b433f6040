from tortoise import fields, models


class Base(models.Model):
    id = fields.IntField(pk=True)

    def shown(self):
        return self.id

    class Meta:
        abstract = True


class Tag(Base):
    name = fields.TextField()
    class Meta:
        table = "tags"


class Post(Base):
    tags = fields.ManyToManyField("models.Tag", related_name="posts")
    authors: fields.ManyToManyRelation["User"] = fields.ManyToManyField("models.User", through="post_user")
    tags2: fields.ManyToManyRelation[Tag]


class PlainTag:
    tags = fields.ManyToManyField("models.Tag")
