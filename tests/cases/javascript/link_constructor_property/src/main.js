class Base {
  constructor() {}
  static count() {}
  tell() {
    this.constructor.count();
    return new this.constructor();
  }
}

class Bare {
  static count() {}
  tell() {
    this.constructor.count();
  }
}

class Own {
  constructor = 1;
  tell() {
    return this.constructor;
  }
}
