export type Base = Readonly<{ id: string }>;
export type Linear = Base & Readonly<{ type: "line" | "arrow"; points: readonly number[] }>;
export type NonDeleted<T extends Base> = T & { isDeleted: boolean };
export class Editor {
  static getElement<T extends Linear>(id: string, map: Map<string, any>): NonDeleted<T> | null {
    return map.get(id) as NonDeleted<T>;
  }
  static plain<T extends Linear>(id: string): T {
    return null as any;
  }
}
export const measure = (text: string) => {
  const width = 1;
  return { width, height: 2 };
};
export interface Api { name: string }
export const get = <T extends Api = Api>(id: string): T | undefined => undefined;
export class Holder<T extends Api> {
  held: T;
  keep<U extends Linear>(given: U): U {
    return given;
  }
}
