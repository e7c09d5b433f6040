function make() {}

module.exports = { make };
