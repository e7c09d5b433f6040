const load = () => ({ port: 1 });
module.exports = { load, save(config) { return load(); }, level: 2 };
