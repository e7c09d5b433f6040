const { Teller } = require('./lib/teller');
exports.Teller = Teller;
