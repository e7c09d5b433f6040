import { Injectable } from 'framework';
import { Store as Storage } from './store';
import type { Item } from './store';

@Injectable()
export class Service {
  private cache?: Storage<Item>;
  constructor(private readonly store: Storage<Item>, other: Storage<string>) {
    store.get('a').title;
    other.get('b').length;
  }
  find = (id: string) => this.store.get(id);
  title(id: string) { return this.find(id)!.title; }
  get all() { return this.store.list(); }
  titles() { return this.all.map(({ title, owner: { name } }) => title + name); }
  reset() { this.cache ??= this.store; this.cache.clear(); }
}
export class Mock extends Service {
  override title(id: string) { return super.title(id); }
  unknown() { return this.nothing(); }
}
