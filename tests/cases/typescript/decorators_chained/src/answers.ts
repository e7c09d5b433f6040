export class Answer {
  Type(kind: string): Answer { return this; }
  Of<T>(model: T): Answer { return this; }
  readonly headers = new Headers();
}

export class Headers {
  Add(name: string): Answer { return new Answer(); }
}

export function Returns(status: number, model?: unknown): Answer & MethodDecorator {
  return new Answer() as never;
}

export function Type(name: string): PropertyDecorator {
  return () => undefined;
}
