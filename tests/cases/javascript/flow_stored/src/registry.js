const handlers = {};
const conf = { hook: null };

class Bus {
  constructor() {
    this.list = [];
    this.named = {};
  }
  on(name, f) {
    this.list.push(f);
    this.named[name] = f;
  }
  fire(name) {
    for (const f of this.list) f();
    this.named[name]();
  }
}

function register(name, f) {
  handlers[name] = f;
}

function fire(name) {
  handlers[name]();
  conf.hook();
}

module.exports = { Bus, conf, fire, register };
