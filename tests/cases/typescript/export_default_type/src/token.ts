type Token<T = unknown> = string | Shape<T>;

interface Shape<T> {
  of: T;
}

export default Token;
