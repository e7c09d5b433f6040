const settings = {
  port: 80,
  'dash-ed': () => 1,
  /** Starts it. */
  async start(options) {
    return this.port + settings.port + port;
  },
  stop: function halt() {
    return halt;
  },
  get url() {
    return start;
  },
  set url(value) {},
  settings,
  [computed]: 1,
};

// Keys of an argument are no references, and what it holds is no variable.
configure({ port: settings, start });

const key = 1;
const taken = { key };
