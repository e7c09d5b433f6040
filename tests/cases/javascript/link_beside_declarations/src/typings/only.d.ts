export declare class Declared {
  say(): void;
}
