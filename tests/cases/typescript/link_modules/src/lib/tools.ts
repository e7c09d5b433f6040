import { Circle } from './shapes';
export function make(): Circle { return new Circle(2); }
export { make as build };
export type { Named } from './shapes';
