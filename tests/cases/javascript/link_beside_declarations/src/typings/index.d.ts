export declare class Teller {
  tell(): this;
}
