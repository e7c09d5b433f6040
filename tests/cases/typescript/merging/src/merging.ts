/** Finds one. */
export function find(id: string): Item;
export function find(id: number): Item;
export function find(id: unknown): Item {
  return find(String(id));
}

interface Item {
  id: string;
}
interface Item {
  name: string;
}

export const Kind = { A: 'a' } as const;
export type Kind = (typeof Kind)[keyof typeof Kind];

class Box {
  get(): void;
  get(key?: string): void {}
}
namespace Box {
  export const size = 1;
  function hidden() {
    return size;
  }
}

// Two functions of one name in two closures are two.
describe(() => {
  function helper() {}
  helper();
});
describe(() => {
  function helper() {}
  helper();
});

let kind: Kind = Kind.A;
Box.size;
