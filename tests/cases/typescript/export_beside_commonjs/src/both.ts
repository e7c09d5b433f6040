export class Item {
  go() {}
}

export default function make() {
  return new Item();
}

if (typeof module !== "undefined") {
  module.exports = Object.assign(make, module.exports);
}
