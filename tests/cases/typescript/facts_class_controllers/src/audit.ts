export function audited(request: object, response: object, next: () => void) {
  next();
}

function Get(path: string) {
  return (target: object, name: string) => {};
}

// not a route: a decorator of the program's own
export class Cache {
  @Get("/cached")
  read() {}
}
