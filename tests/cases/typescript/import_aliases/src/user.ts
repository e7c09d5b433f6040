import { Kind, Out } from "./main";

new Out().open();

export function show(kind: Kind) {
  kind.area();
}
