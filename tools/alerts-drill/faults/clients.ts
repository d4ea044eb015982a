import type { Drill, Fault } from "../fault.ts";
import { pay } from "../merchants.ts";

const KEYLESS_A_SECOND = 20;
const FLOOD_A_SECOND = 40;
const AT_ONCE = 8;

async function unknownKeys({ traffic }: Drill) {
  const stop = traffic.also(KEYLESS_A_SECOND, (gateway) => pay(gateway, "api_test_sk_unknown", 4_999));
  return async () => stop();
}

/** More requests than gateways let under way. */
async function flood({ traffic }: Drill) {
  const stop = traffic.also(FLOOD_A_SECOND, (gateway, index) => {
    const { apiKey } = traffic.merchants[index % traffic.merchants.length] ?? { apiKey: "" };
    return Promise.all(Array.from({ length: AT_ONCE }, () => pay(gateway, apiKey, 4_999)));
  });
  return async () => stop();
}

export const CLIENT_FAULTS: readonly Fault[] = [
  {
    title: "somebody tries keys",
    pages: [],
    tickets: ["AuthenticationFailuresHigh"],
    advice: "shut the address out at the ingress",
    inject: unknownKeys,
  },
  {
    title: "flood of requests",
    pages: ["GatewaySheddingLoad"],
    tickets: [],
    advice: "More traffic than before: more gateways",
    inject: flood,
  },
];
