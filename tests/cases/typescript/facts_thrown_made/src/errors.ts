const foreign = () =>
  Object.assign(new RangeError("linked to another"), { code: "X" });
const mixed = (a: boolean) => (a ? new RangeError("a") : Object.assign(new TypeError("b"), {}));
export function f(a: boolean) {
  if (a) throw foreign();
  throw mixed(a);
}
