def cached(fn):
    def wrapper(self):
        return fn(self)
    return wrapper
class Made:
    def use(self): pass
def making(fn):
    def wrapper(*args):
        fn(*args)
        return Made()
    return wrapper
