process.env.MODE = "test";
process.env["NODE_ENV"] = "test";
process.env.LEVEL ??= "info";
process.env.HOME == process.env.MODE;
const { PORT = "80" } = process.env;
const cache = {};
cache.MODE = "test";

export const mode = process.env.MODE;
