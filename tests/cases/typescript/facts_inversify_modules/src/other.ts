export class Shelf {
  constructor(readonly fill: (shelf: any) => void) {}
}

export function provide(name: symbol) {
  return (target: unknown) => target
}
