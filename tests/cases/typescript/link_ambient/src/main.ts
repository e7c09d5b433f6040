import logo from './logo.svg';
import { start } from 'legacy';
import other from './other.png';

logo.length;
start({ name: '' });
import.meta.mode;
config.level;
window.app.name;
const loaded: typeof import('./options') = null!;
let options: import('./options').Options;
options!.name;
other.length;
switch (options!.name) { case 'a': options!.name; break; default: }
