from taggit.models import GenericTaggedItemBase, TagBase

from shop.own import TagBase as OwnTagBase


class Tag(TagBase):
    pass


class Tagged(GenericTaggedItemBase):
    pass


class NoTable(OwnTagBase):
    pass
