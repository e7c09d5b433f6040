'use strict';
var util = require('./util');
var events = require('events');

module.exports = createApp;
exports = module.exports;
exports.version = '1';
exports.close = util.close;
module.exports.make = function make() { return new View('a'); };

function createApp() {
  var app = {};
  app.start = function start() { return this; };
  app.start().stop();
  return app;
}

function View(name) { this.name = name; }
View.prototype.render = function render() { return this.lookup(this.name); };
View.prototype.lookup = function lookup(name) { return util.normal(name); };
