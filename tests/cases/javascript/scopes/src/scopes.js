const outer = 1;
let shadow = 2;

function hoists(flag, other = flag) {
  if (flag) {
    var inner = 1;
    let shadow = 3;
    later(shadow);
  }
  return inner + shadow + other;
}

function later() {
  for (const outer of []) {
    outer.x = 1;
  }
  for (var i in {}) outer;
  try {
    outer = i;
  } catch (shadow) {
    shadow();
  }
  return arguments.length;
}

if (outer) {
  const block = 1;
  var module_wide = block;
  module_wide += 1;
}

const recurse = function self(n) {
  return n ? self(n - 1) : recurse;
};
self();

block;

loop: for (;;) {
  break loop;
}

const { a, b: [nested], c: renamed = outer, ...rest } = recurse;
[a, renamed] = [rest.a, nested];
