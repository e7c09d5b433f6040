class Task { run() {} }
async function load() { return new Task(); }
function start(task) { task.run(); }
function each(task) { task.run(); }
function tick() {}
function upper(found) { return found; }
function never() {}
let chosen;
chosen ??= tick;
chosen();
load().then(start);
[new Task()].forEach(each);
setTimeout(tick, 10);
'a-b'.replace(/-/g, upper);
const own = { replace(pattern, given) {} };
own.replace(/-/g, never);
