from flask import Flask
from flask_script import Manager

from shelf import Manager as Shelf

app = Flask(__name__)
manager = Manager(app)
shelf = Shelf()


@manager.command
def run_jobs():
    app.run()


@shelf.command
def no_command(): ...
