class Sender:
    def send(self, text):
        return text


def notify(sender, text):
    sender.send(text)


def remind(sender, text):
    sender.send(text)


def start():
    remind(Sender(), "soon")
