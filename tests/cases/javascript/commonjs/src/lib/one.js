function helper() {}

module.exports = {
  helper,
  renamed: helper,
  port: 80,
  start() {
    return start;
  },
};
