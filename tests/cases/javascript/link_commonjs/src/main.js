const app = require('.');
const createApp = require('./lib/app');
const { load, save: store } = require('./lib/config');
const { normal, secret } = require('./lib/util');
const config = require('./lib/config');
const missing = require('./nowhere');

app();
createApp().start();
createApp.make().render();
createApp.close();
load();
store(config.level);
config.save();
normal(secret);
missing.load();

function twice(fn) { return fn(fn()); }
twice(normal);
const table = { run: normal, 'stop': load };
table.run();
table['stop']();
