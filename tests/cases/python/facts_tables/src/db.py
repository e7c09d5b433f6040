from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Column, MetaData, Table
from sqlalchemy.orm import DeclarativeBase
from sqlmodel import SQLModel

flask_db = SQLAlchemy()
audit = Table("audit_log", MetaData(), schema="ops")


class Base(DeclarativeBase):
    pass


class Order(Base):
    __tablename__ = "orders"
    __table_args__ = {"schema": "shop"}


class OrderLine(flask_db.Model):
    pass


class Hero(SQLModel, table=True):
    pass


class HeroUpdate(SQLModel):
    pass


def load(cursor, ids):
    cursor.execute("SELECT o.id FROM orders o JOIN public.lines USING (id) WHERE o.id = ANY(%s)", (ids,))
    cursor.execute(f"INSERT INTO {audit} (id) VALUES (1)")
    print("Select one of the files from the list")
    print("update your settings")
    return "with love from nobody"
