export function banner(name) {
  const line = () => `=== ${name}`;
  const twice = () => line() + line();
  return twice();
}
