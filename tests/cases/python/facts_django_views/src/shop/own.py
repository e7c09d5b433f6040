class TagBase:
    pass


class FilterView:
    pass
