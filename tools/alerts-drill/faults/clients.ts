import { setTimeout as pause } from "node:timers/promises";
import type { Drill, Fault } from "../fault.ts";
import { pay } from "../merchants.ts";

/** An amount of the Sandbox: asked of the acquirer and refused by it, without a Payment or an event. */
const LEAVES_NOTHING = 105_029;
const SHED = 503;
const KEYLESS_A_SECOND = 20;
/** Of every gateway: more than its limit of requests under way, and they go on as soon as they are answered. */
const AT_ONCE = 180;
/** A client that was refused does not ask again at once. */
const REFUSED_MS = 250;

async function unknownKeys({ traffic }: Drill) {
  const stop = traffic.also(KEYLESS_A_SECOND, (gateway) => pay(gateway, "api_test_sk_unknown", 4_999));
  return async () => stop();
}

/** More requests than gateways let under way, however fast they are. */
async function flood({ platform, traffic }: Drill) {
  const state = { isOver: false };
  const client = async (gateway: string, index: number) => {
    const { apiKey } = traffic.merchants[index % traffic.merchants.length] ?? { apiKey: "" };
    while (!state.isOver)
      if ((await pay(gateway, apiKey, LEAVES_NOTHING).catch(() => SHED)) === SHED) await pause(REFUSED_MS);
  };
  const clients = platform.publicUrls.flatMap((gateway) =>
    Array.from({ length: AT_ONCE }, (_, index) => client(gateway, index)),
  );
  return async () => {
    state.isOver = true;
    await Promise.all(clients);
  };
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
