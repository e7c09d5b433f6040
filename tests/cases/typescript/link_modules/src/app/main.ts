import { Circle, build, draw, make as create, one, tools } from '../lib';
import type { Named } from '../lib';
import render from '../lib/shapes';
import * as lib from '../lib';
import Legacy = require('../lib/legacy.cjs');
import missing from '../lib';
import { hidden } from '../lib/shapes';
import { area } from 'geometry';
import { join } from 'node:path';

build().area();
tools.make().radius;
lib.tools.build().area();
lib.draw(one).name;
render(create()).name;
new Legacy().run();
const all: Named[] = [draw(new Circle(3))];
all[0].name.length;
missing();
hidden();
area().radius;
join('a', 'b').trim();
async function late() {
  const loaded = await import('../lib/tools');
  loaded.make().area();
}
