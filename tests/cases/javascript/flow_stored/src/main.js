const { Bus, conf, fire, register } = require('./registry');

function first() {}
function second() {}
function third() {}

class Widget {
  show() { this.onShow(); }
  close() {}
}

class Other {
  show() { this.onShow(); }
}

const widget = new Widget();
widget.onShow = first;
widget.onShow();
widget.close = second; // a method that is replaced stays what its name means
widget.close();
widget.unknown();
new Other().show();

const options = {};
options.f = first;
options['g'] = second;
options.f();
options.g();
options.h();

conf.hook = third;
register('x', second);
fire('x');

const bus = new Bus();
bus.on('x', first);
bus.fire('x');

function local(thing) {
  thing.onShow = second; // nobody knows what it is
  thing.onShow();
}

function Made(one, two) {
  one();
  two();
}
const made = new Made();
made.hook = first; // not an argument of the constructor
Made(made.hook);
made.hook();
