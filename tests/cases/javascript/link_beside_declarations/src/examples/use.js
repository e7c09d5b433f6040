const { Teller } = require('teller');
const whole = require('../');
new Teller().tell().tell();
new whole.Teller().tell();
