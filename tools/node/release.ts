import { join } from "node:path";
import { CHARTS } from "../charts/tools.ts";
import { namesOf, ON_BUS } from "../services/table.ts";
import { REGISTRY } from "./images.ts";
import { NAMESPACE } from "./probes.ts";
import type { Node } from "./node.ts";

const NAME = "pay";
export const PREFIX = `${NAME}-payments-platform-`;
const CHART = join(CHARTS, "payments-platform");

/** In the order in which they are restarted: who answers merchants last. */
export const SERVICES: readonly string[] = [
  "sandbox-acquirer",
  ...namesOf(ON_BUS).filter((name) => name !== "api-gateway"),
  "api-gateway",
];

/** Everything but where the images are is the chart's own. */
const IMAGES = [`global.imageRegistry=${REGISTRY}`, "image.pullPolicy=Never"];

/** The evaluation install, as the chart's README has it. */
export interface Release {
  install(): void;
  test(): string;
  upgrade(tag: string): void;
  restart(service: string): void;
  /** A program in a gateway's container. */
  exec(...command: readonly string[]): string;
  kubectl(...args: readonly string[]): string;
  address(service: string): string;
}

export function createRelease(node: Node): Release {
  const inside = ["--namespace", NAMESPACE];
  const kubectl = (...args: readonly string[]) => node.kubectl([...inside, ...args]);
  const wait = ["--wait", "--timeout", "10m"];
  const sets = (values: readonly string[]) => values.flatMap((value) => ["--set", value]);
  const apply = (verb: "install" | "upgrade", values: readonly string[]): void =>
    void node.helm([verb, NAME, CHART, ...inside, ...sets(values), ...wait, "--wait-for-jobs"]);
  return {
    install: () => apply("install", IMAGES),
    test: () => node.helm(["test", NAME, ...inside, "--timeout", "3m"]),
    upgrade: (tag) => apply("upgrade", [...IMAGES, `image.tag=${tag}`]),
    restart(service) {
      const deployment = `deployment/${PREFIX}${service}`;
      kubectl("rollout", "restart", deployment);
      kubectl("rollout", "status", deployment, "--timeout=5m");
    },
    exec: (...command) => kubectl("exec", `deployment/${PREFIX}api-gateway`, "--", ...command),
    kubectl,
    address: (service) =>
      kubectl("get", "service", service, "--output=jsonpath={.spec.clusterIP}:{.spec.ports[0].port}"),
  };
}

/** What kubelet and the controllers say of pods that are not well; empty where all are. */
export function troubles(release: Release): string {
  const lines = release
    .kubectl("get", "pods", "--no-headers")
    .split("\n")
    .filter((line) => line !== "" && !/\s(\d+)\/\1\s+Running|\sCompleted\s/.test(line));
  return lines.join("\n");
}
