type Element<T> = T extends (infer U)[] ? U : T;
type Partial2<T> = { [K in keyof T]?: T[K] };
type Make = new (first: Element<string>) => typeof current.value;
type Guard = (node: unknown) => node is Node2;

interface Node2<Child = unknown> {
  child: Child;
  visit<R>(visitor: (node: this, child: Child) => R): R;
}

// Types and values have names of their own.
interface Event {}
const current = { value: new Event() };

function check(Event: number, Node2: string): Event {
  const Element = Event as unknown as Element<typeof Node2>;
  return <Event>Element satisfies Node2;
}

function generic<Node2>(node: Node2): Node2 {
  return node!;
}

let lazy: import('./lazy').Lazy;
