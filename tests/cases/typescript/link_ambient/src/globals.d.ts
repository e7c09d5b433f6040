declare module '*.svg' {
  const url: string;
  export default url;
}
declare module 'legacy' {
  export function start(options: import('./options').Options): void;
}
interface ImportMeta { readonly mode: string }
declare namespace Shared { interface Config { level: number } }
