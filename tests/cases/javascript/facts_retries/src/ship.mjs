import pRetry, { AbortError } from "p-retry";
import axios from "axios";
import axiosRetry from "axios-retry";
import again from "./again.mjs";

axiosRetry(axios, { retries: 3 });

export async function ship(order) {
  await pRetry(() => order.ship(), { retries: 4 });
  await again(() => order.ship(), { retries: 9 });
}
