'use strict';

const path = require('node:path');
const { join, sep: separator } = require('path');
const EventEmitter = require('events').EventEmitter;
const plugin = require('./plugin')(path);

/**
 * Opens a store.
 */
exports.open = function open(name, mode = 'r') {
  const local = require('./lazy');
  return local(join(name, separator), plugin);
};

exports.LIMIT = 10;

function close() {}

// A function behind a name of its own is in scope inside itself only.
module.exports.walk = function visit(tree) {
  return visit(tree.left) || close();
};
exports.close = close;

visit(EventEmitter);
