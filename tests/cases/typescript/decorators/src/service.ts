import { Injectable, Inject } from 'framework';

const TOKEN = 'token';

function Log(prefix: string) {
  return (target: object, key: string) => {};
}

@Injectable
export class Service {
  constructor(@Inject(TOKEN) private readonly client: Client) {}

  @Log(TOKEN)
  @Meta.data({ TOKEN: 1 })
  run(@Inject() arg: string) {
    return this.client.call(arg, client);
  }
}
