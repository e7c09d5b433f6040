from near import run


def in_the_file():
    run()


def in_the_function():
    from far import run

    def inside():
        run()

    run()
    inside()


def helped(): ...


def under_another_name():
    from near import other as helped

    helped()


def not_there():
    helped()


def fallback():
    try:
        from far import run
    except ImportError:
        from nowhere import run
    run()
