const store = require('./store');

const app = module.exports = {};

app.run = function run() {
  return store.open(app.name);
};

function hidden() {}
