class Base {
  constructor(readonly size: number) {}
}

class Leaf extends Base {
  go() {}
}

class Own extends Base {
  constructor() {
    super(1);
  }
}

class Plain {}
class Outside extends Error {}

new Leaf(1).go();
new Own();
new Plain();
new Outside();
