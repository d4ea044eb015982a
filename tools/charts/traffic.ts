import { BlockList } from "node:net";
import type { Manifest } from "./render.ts";

type Labels = Readonly<Record<string, string>>;

interface Selector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly unknown[];
}
interface Peer {
  readonly podSelector?: Selector;
  readonly namespaceSelector?: Selector;
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
}
interface Rule {
  readonly from?: readonly Peer[];
  readonly to?: readonly Peer[];
  readonly ports?: readonly { readonly port: number; readonly protocol?: string }[];
}
interface Policy {
  readonly podSelector: Selector;
  readonly policyTypes: readonly string[];
  readonly ingress?: readonly Rule[];
  readonly egress?: readonly Rule[];
}

/** A pod of the release's namespace, of another one, or an address outside of the cluster. */
export interface End {
  readonly name: string;
  readonly labels?: Labels;
  /** Of another namespace: its labels. */
  readonly namespace?: Labels;
  readonly address?: string;
}

export const PORTS = [53, 443, 3000, 3001, 4222, 4318, 5432, 6222, 7777, 8099, 8222, 9399, 9400, 9401];

/**
 * Every `from -> to:port` that the policies let through, `from` and `to` among the ends. `home` is the namespace
 * that the policies are in.
 */
export function allowedFlows(
  manifests: readonly Manifest[],
  ends: readonly End[],
  home = "payments",
): string[] {
  const policies = { home: { "kubernetes.io/metadata.name": home }, all: policiesOf(manifests) };
  return ends
    .flatMap((from) =>
      ends.flatMap((to) =>
        PORTS.filter(
          (port) =>
            from !== to &&
            passes(policies, { subject: from, other: to, port, way: "egress" }) &&
            passes(policies, { subject: to, other: from, port, way: "ingress" }),
        ).map((port) => `${from.name} -> ${to.name}:${port}`),
      ),
    )
    .toSorted();
}

/** Whether any policy of the release means the pod. */
export const isSelected = (manifests: readonly Manifest[], labels: Labels): boolean =>
  policiesOf(manifests).some(({ podSelector }) => matches(podSelector, labels));

function policiesOf(manifests: readonly Manifest[]): Policy[] {
  return manifests
    .filter(({ kind }) => kind === "NetworkPolicy")
    .map(({ spec }) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kubeconform checks its shape
      return spec as Policy;
    });
}

interface Policies {
  readonly home: Labels;
  readonly all: readonly Policy[];
}

interface Question {
  readonly subject: End;
  readonly other: End;
  readonly port: number;
  readonly way: "ingress" | "egress";
}

/** Policies add up; who is meant by none in a direction, or is not of this namespace, is free in it. */
function passes(policies: Policies, { subject, other, port, way }: Question): boolean {
  const { labels } = subject;
  if (labels === undefined || subject.namespace !== undefined) return true;
  const type = way === "ingress" ? "Ingress" : "Egress";
  const own = policies.all.filter(
    ({ podSelector, policyTypes }) => policyTypes.includes(type) && matches(podSelector, labels),
  );
  if (own.length === 0) return true;
  return own
    .flatMap((policy) => policy[way] ?? [])
    .some((rule) => {
      const peers = way === "ingress" ? rule.from : rule.to;
      const portFits = rule.ports === undefined || rule.ports.some((one) => one.port === port);
      return portFits && (peers === undefined || peers.some((peer) => isMeant(peer, other, policies.home)));
    });
}

function isMeant(peer: Peer, end: End, home: Labels): boolean {
  if (peer.ipBlock !== undefined) return end.address !== undefined && inBlock(peer.ipBlock, end.address);
  if (end.labels === undefined) return false;
  if (peer.namespaceSelector === undefined && end.namespace !== undefined) return false;
  if (peer.namespaceSelector !== undefined && !matches(peer.namespaceSelector, end.namespace ?? home))
    return false;
  return peer.podSelector === undefined || matches(peer.podSelector, end.labels);
}

function matches({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  if (matchExpressions.length > 0)
    throw new Error("matchExpressions are not evaluated here: use matchLabels");
  return Object.entries(matchLabels).every(([key, value]) => labels[key] === value);
}

function inBlock({ cidr, except = [] }: NonNullable<Peer["ipBlock"]>, address: string): boolean {
  return within(cidr, address) && !except.some((range) => within(range, address));
}

function within(range: string, address: string): boolean {
  const family = address.includes(":") ? "ipv6" : "ipv4";
  if ((range.includes(":") ? "ipv6" : "ipv4") !== family) return false;
  const [net = "", bits] = range.split("/");
  const list = new BlockList();
  list.addSubnet(net, Number(bits ?? (family === "ipv6" ? 128 : 32)), family);
  return list.check(address, family);
}
