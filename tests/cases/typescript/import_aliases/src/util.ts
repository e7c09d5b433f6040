export namespace Util {
  export namespace Inner {
    export function deep() {}
  }
  export interface Shape {
    area(): number;
  }
  export class Box {
    open() {}
  }
}
