const pino = require('pino');

module.exports = pino({ level: 'info' }).child({ part: 'main' });
