function a() {}
function b() {}
function one(x) { return x; }
function run(f, g) { f(); g(); }

run.call(null, a, b);
run.apply(null, [a, b]);
run(...[a, b]);
const bound = a.bind(null);
bound();
run.bind(null, b);

[1].map(one);
[1].forEach(x => one(x));
Promise.resolve(1).then(one).catch(b);

class Own {
  map(f) {} // calls nothing
  call(f) {}
}
new Own().map(a);
const own = new Own();
own.map(a);
own.call(a);
unknown.map(a);

const KEY = 'b';
const table = { a, b };
table[KEY]();
table[process.argv[2]]();
table['a']();
table['none']();
[a, b][1]();

async function later() { return a; }
async function go() {
  const f = await later();
  f();
}

function make() { return () => a; }
make()()();

eval('a()');
