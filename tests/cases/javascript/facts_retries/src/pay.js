const retry = require("async-retry");
const { retry: own } = require("./own");

async function pay(order) {
  await retry(async () => order.pay(), { retries: 5, minTimeout: 200 });
  await own(() => order.pay(), { retries: 9 });
}

module.exports = pay;
