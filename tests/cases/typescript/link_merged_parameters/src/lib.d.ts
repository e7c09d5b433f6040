export class Component<P, S> {
  setState<K extends keyof S>(state: ((prev: Readonly<S>) => Pick<S, K>) | S): void;
  readonly props: Readonly<P>;
  state: Readonly<S>;
}
export interface Component<P = {}, S = {}, SS = any> extends Life<P, S, SS> {}
export interface Life<P, S, SS> { mounted?(): void }
