import stack

stack.app.push().route()
stack.app.make().route()
stack.default_app.push()
stack.third
