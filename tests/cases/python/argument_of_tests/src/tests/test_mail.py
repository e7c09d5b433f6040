from shop.mail import notify, remind


class Double:
    def send(self, text):
        self.sent = text


def check(double):
    assert double.sent


def test_notify():
    double = Double()
    notify(double, "x")  # says nothing of what `notify` calls elsewhere
    remind(double, "x")
    check(double)  # among tests it does
