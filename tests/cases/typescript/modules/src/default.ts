export default {
  name: 'thing',
  setup() {},
};
