class Kind:
    def use(self):
        pass
