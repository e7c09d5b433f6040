export * from './shapes';
export * from './tools';
export * as tools from './tools';
export { default as draw, unit as one } from './shapes';
