export interface Made<T = any> { new (...args: any[]): T; }
export interface Kind<T = any> extends Function { prototype: T; }
export interface Type<T = any> extends Function { new (...args: any[]): T; }

export class Container {
  make<T>(kind: Made<T>): T { return new kind(); }
  take<T>(kind: Kind<T>): T;
  take(name: string): any;
  take(kind: string | Kind): any { return undefined; }
  get<Wanted = any, Given = Wanted>(token: Type<Wanted> | Kind<Wanted> | string): Given { return undefined as any; }
  later<Wanted = any, Given = Wanted>(token: Type<Wanted> | string): Promise<Given> { return undefined as any; }
  both<Wanted, Given = Wanted>(token: Type<Wanted>, given: Given): Given { return given; }
}
