export interface Item { title: string; owner: { name: string } }
export class Store<T> {
  protected items = new Map<string, T>();
  get(id: string): T { return this.items.get(id)!; }
  list(): T[] { return [...this.items.values()]; }
  clear(): void {}
}
