from shown import Factory, Late


def use(factory: Factory):
    factory().get()
    Late().shown()
