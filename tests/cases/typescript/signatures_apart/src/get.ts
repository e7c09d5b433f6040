export type * from './other'

export interface Get<E> {
  // by its key
  <K extends keyof E>(key: K): E[K]
  /* or by
     number */
  <K extends number>(key: K): Found<K>
  <
    K extends boolean,
  >(key: K): Found<K>
  name: string
}

export type Use = {
  <T>(value: T): [T]
  <T = undefined>(): Get<T>
}

export interface Found<K> {
  key: K
}

export function small(a: number, b: number, found: Found<number>) {
  const less = a
    < b
  const pick = (f: Found<number>) =>
    <any>(f.key)
  return less && found.key
}
