import type { Money } from './money';

/** A cart. */
@Entity({ name: 'cart' })
export abstract class Cart<T extends Item = Item> extends Base<T> implements Countable, ns.Other {
  /** How many. */
  @Column() private readonly count?: number = 0;
  static limit: Limits['max'];
  #secret = 1;

  constructor(private readonly db: Db, public tax = 0.2, items: T[] = []) {
    super(items);
    db.open(tax);
    this.count = items.length;
  }

  get total(): Money {
    return this.sum();
  }

  set total(value: Money) {}

  protected abstract sum(): Money;

  @Log('x')
  override async add<K extends keyof T>(item: T, key?: K, ...rest: string[]): Promise<void> {
    await this.db.save<T>(item);
  }

  handle = (event: Event): void => {};

  [Symbol.iterator]() {}
}

export interface Countable extends Sized, Other<Item> {
  readonly size: number;
  count(of?: Item): number;
  new (size: number): Countable;
  [key: string]: unknown;
}

export type Item = { id: string; parent?: { id: number } } | null;

export const enum Color {
  Red,
  Green = Red + 1,
  'dark-blue' = 7,
}

declare function legacy(item: Item): asserts item is Item;
