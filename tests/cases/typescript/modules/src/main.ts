import fallback, { open as openFile, type Mode } from './files';
import * as path from 'node:path';
import './side-effect';
import legacy = require('./legacy');
import Short = Deep.Inner;

export { openFile as open, Local, Only as default };
export { read, write as save } from './files';
export * from './all';
export * as everything from './all';

class Local {}
interface Only {}
const hidden = fallback(path.join('a'), legacy, Short);

export async function load(mode: Mode) {
  const { feature } = await import('./feature');
  return feature(mode, hidden);
}

namespace Deep.Inner {
  export let shown = hidden;
}

declare module 'untyped' {
  function anything(): void;
}

declare global {
  interface Window {
    app: Local;
  }
}

untyped;
