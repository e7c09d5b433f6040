export { default as Shape } from "./shape";
export { default as Token } from "./token";
