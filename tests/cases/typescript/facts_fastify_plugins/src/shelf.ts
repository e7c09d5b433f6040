export class Shelf {
  register(plugin: (shelf: Shelf) => Promise<void>) {
    return plugin(this);
  }

  post(path: string, handler: () => Promise<number>) {
    return handler();
  }
}
