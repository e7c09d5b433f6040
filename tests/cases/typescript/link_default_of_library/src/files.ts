import fs from 'fs';
import path, { join } from 'node:path';
import { readFile } from 'fs/promises';
import own from './own';
import { fs as shadow } from './own';

fs.existsSync(path.join('a', 'b'));
fs.readFileSync('a').toString();
join('a');
readFile('a').then((text) => text.length);
own.run();
shadow.run();
const started = Date.now();
function exact(least: number | bigint, most: bigint) {
  return least.toString() + most.toLocaleString();
}
