def config(name):
    return name


def tables(base):
    class Transaction(base):
        __tablename__ = "transaction"

    return Transaction
