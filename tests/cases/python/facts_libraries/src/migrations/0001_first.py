from alembic import op

from shop.own import ops


def upgrade():
    op.create_table("orders")
    op.add_column("lines", "price")
    ops.create_table("no")
