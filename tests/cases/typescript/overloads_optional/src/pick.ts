export class First {
  one() {}
}
export class Second {
  two() {}
}
export class Third {
  three() {}
}
export interface Picker {
  pick(options: { plain: false }): First
  pick(): Second
  pick(names?: string[]): Third
}
export declare function take(a: string, b: number): First
export declare function take(a: string, b?: number, c?: string): Second
export declare function take(...all: string[]): Third
