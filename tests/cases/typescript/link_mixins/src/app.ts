import { Bootable, Named, Plain } from './mixins';

class App {
  start() {}
  stop() {}
}

class RestApp extends App {
  stop() {}
}

class Shop extends Bootable(Plain(Named(RestApp))) {
  open() {
    this.root = '/';
    this.boot();
    this.start();
    this.stop();
    this.plain();
    this.named();
    this.local();
  }
}

const Mixed = Plain(App);
class Other extends Mixed {}
new Other().plain();
new Other().start();
new Other().boot(); // not mixed in
