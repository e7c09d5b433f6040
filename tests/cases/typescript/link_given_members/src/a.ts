export class Provider {
  useFactory: Function;
}
export const provider = new Provider();
provider.useFactory = () => 1;

function set(given: Provider) {
  given.useFactory = function () {};
}

function tool() {}
tool.more = function () {};
tool.more();
