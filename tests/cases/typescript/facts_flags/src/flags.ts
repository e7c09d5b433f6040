import { OpenFeature } from "@openfeature/server-sdk";
import { useFeatureIsOn } from "@growthbook/growthbook-react";
import * as LaunchDarkly from "@launchdarkly/node-server-sdk";
import { initialize } from "unleash-client";

const unleash = initialize({ url: "http://flags", appName: "shop" });
const features = OpenFeature.getClient();
const launch = LaunchDarkly.init("key");
const BASKET = "new-basket";

export async function basket() {
  if (unleash.isEnabled(BASKET)) return features.getBooleanValue("fast-lane", false);
  return launch.variation("prices", { key: "me" }, false);
}

export function Sale() {
  return useFeatureIsOn("sale");
}
