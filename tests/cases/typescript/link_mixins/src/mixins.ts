type Constructor<T = {}> = new (...args: any[]) => T;

export function Bootable<T extends Constructor>(superClass: T) {
  return class extends superClass {
    root: string;
    boot() {
      this.ready();
    }
    ready() {}
  };
}

export const Plain = base => class extends base {
  plain() {}
};

export function Named(base) {
  return class Inner extends base {
    named() {}
  };
}
