import click

from registry import group


def build():
    @click.group()
    def cli():
        pass

    @cli.group()
    def orders():
        pass

    @orders.command()
    def ship():
        pass

    return cli


@group()
def own():
    pass


@own.command()
def not_told():
    pass
