function outer(helper) {
  function inner() {
    deeper();
  }
  function deeper() {}
  inner();
  helper(); // what is passed, not the function of that name below
  return inner; // read, not called
}

function helper() {}

const kept = (function () {
  function own() {}
  return { run() { own(); } };
})();
