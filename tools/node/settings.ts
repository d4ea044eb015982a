import { randomBytes } from "node:crypto";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { must } from "../compose/shell.ts";

/** Of the node, on its own empty bridge. */
export const NODE_IP = "10.99.0.1";
export const API_URL = `https://${NODE_IP}:6443`;
const PODS = "10.244.0.0/24";
const SERVICES = "10.96.0.0/16";
const DNS = "10.96.0.10";

const USERS: Readonly<Record<string, readonly string[]>> = {
  admin: ["admin", "system:masters"],
  kubelet: ["system:node:node1", "system:nodes"],
  controllers: ["system:kube-controller-manager"],
  scheduler: ["system:kube-scheduler"],
  proxy: ["system:kube-proxy"],
};

export const kubeconfigOf = (folder: string, user: string): string => join(folder, `${user}.kubeconfig`);

/** Keys, tokens and the configuration of every daemon. @returns the administrator's token */
export function writeSettings(folder: string): string {
  mkdirSync(join(folder, "pki"), { recursive: true });
  mkdirSync(join(folder, "volume"));
  writeKeys(folder);
  const tokens = Object.entries(USERS).map(
    ([user, names]) => [user, writeUser(folder, user, names)] as const,
  );
  // Containers resolve names through CoreDNS alone.
  writeFileSync(join(folder, "resolv.conf"), "\n");
  writeFileSync(join(folder, "containerd.toml"), CONTAINERD);
  writeJson(join(folder, "kubelet.yaml"), kubelet(folder));
  writeJson(join(folder, "proxy.yaml"), proxy(folder));
  const network = join(folder, "root/etc/cni/net.d");
  mkdirSync(network, { recursive: true });
  writeJson(join(network, "10-pods.conflist"), NETWORK);
  return new Map(tokens).get("admin") ?? "";
}

/** JSON is YAML. */
const writeJson = (path: string, value: object): void => writeFileSync(path, JSON.stringify(value));

/** A CA and what kube-apiserver shows to kubelet; the key that signs accounts' tokens. */
function writeKeys(folder: string): void {
  const at = (name: string): string => join(folder, "pki", name);
  const openssl = (...args: readonly string[]) => void must("openssl", args);
  const key = ["-newkey", "rsa:2048", "-nodes"];
  openssl(
    "req",
    "-x509",
    ...key,
    "-days",
    "2",
    "-subj",
    "/CN=ca",
    "-keyout",
    at("ca.key"),
    "-out",
    at("ca.crt"),
  );
  const subject = "/O=system:masters/CN=apiserver-kubelet-client";
  openssl("req", ...key, "-subj", subject, "-keyout", at("client.key"), "-out", at("client.csr"));
  const signed = ["-CA", at("ca.crt"), "-CAkey", at("ca.key"), "-CAcreateserial", "-days", "2"];
  openssl("x509", "-req", "-in", at("client.csr"), ...signed, "-out", at("client.crt"));
  openssl("genrsa", "-out", at("sa.key"), "2048");
  openssl("rsa", "-in", at("sa.key"), "-pubout", "-out", at("sa.pub"));
}

function writeUser(folder: string, user: string, [name = "", ...groups]: readonly string[]): string {
  const token = randomBytes(16).toString("hex");
  const groupsOf = groups.length === 0 ? "" : `,${groups.join(",")}`;
  appendFileSync(join(folder, "pki/tokens.csv"), `${token},${name},${name}${groupsOf}\n`, { mode: 0o600 });
  const cluster = { server: API_URL, "certificate-authority": join(folder, "pki/apiserver.crt") };
  writeJson(kubeconfigOf(folder, user), {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "node-check", cluster }],
    users: [{ name: user, user: { token } }],
    contexts: [{ name: "node-check", context: { cluster: "node-check", user } }],
    "current-context": "node-check",
  });
  return token;
}

/** Where root lacks CAP_SYS_RESOURCE, as in some virtual machines, no pod starts without `restrict_oom_score_adj`. */
const CONTAINERD = `version = 2
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "localhost/pause:1"
  disable_apparmor = true
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
`;

/** All traffic of pods is routed, so no rule of a bridge is asked. */
const NETWORK = {
  cniVersion: "1.0.0",
  name: "pods",
  plugins: [
    {
      type: "ptp",
      ipMasq: false,
      ipam: {
        type: "host-local",
        ranges: [[{ subnet: PODS }]],
        routes: [{ dst: "0.0.0.0/0" }],
        dataDir: "/var/lib/cni",
      },
    },
  ],
};

const kubelet = (folder: string): object => ({
  apiVersion: "kubelet.config.k8s.io/v1beta1",
  kind: "KubeletConfiguration",
  address: NODE_IP,
  containerRuntimeEndpoint: "unix:///run/containerd/containerd.sock",
  cgroupDriver: "cgroupfs",
  failCgroupV1: false,
  failSwapOn: false,
  clusterDNS: [DNS],
  clusterDomain: "cluster.local",
  resolvConf: join(folder, "resolv.conf"),
  authentication: {
    anonymous: { enabled: false },
    webhook: { enabled: true },
    x509: { clientCAFile: join(folder, "pki/ca.crt") },
  },
  authorization: { mode: "Webhook" },
  evictionHard: {
    "memory.available": "100Mi",
    "nodefs.available": "1%",
    "imagefs.available": "1%",
    "nodefs.inodesFree": "1%",
  },
  imageGCHighThresholdPercent: 100,
  imageGCLowThresholdPercent: 99,
});

const proxy = (folder: string): object => ({
  apiVersion: "kubeproxy.config.k8s.io/v1alpha1",
  kind: "KubeProxyConfiguration",
  mode: "nftables",
  clientConnection: { kubeconfig: kubeconfigOf(folder, "proxy") },
  clusterCIDR: PODS,
  hostnameOverride: "node1",
  // Zero leaves the machine's values.
  conntrack: { maxPerCore: 0, min: 0, tcpEstablishedTimeout: "0s", tcpCloseWaitTimeout: "0s" },
  metricsBindAddress: "127.0.0.1:10249",
  healthzBindAddress: "127.0.0.1:10256",
});

const ETCD = "http://127.0.0.1:2379";
const PEER = "http://127.0.0.1:2380";

/** What each daemon is started with. */
export function argumentsOf(folder: string) {
  const pki = (name: string): string => join(folder, "pki", name);
  const client = (user: string) => [`--kubeconfig=${kubeconfigOf(folder, user)}`, "--bind-address=127.0.0.1"];
  return {
    containerd: ["--config", join(folder, "containerd.toml")],
    etcd: [
      `--data-dir=${join(folder, "etcd")}`,
      `--listen-client-urls=${ETCD}`,
      `--advertise-client-urls=${ETCD}`,
      `--listen-peer-urls=${PEER}`,
      `--initial-advertise-peer-urls=${PEER}`,
      `--initial-cluster=default=${PEER}`,
      "--unsafe-no-fsync",
      "--log-level=warn",
    ],
    "kube-apiserver": [
      `--etcd-servers=${ETCD}`,
      "--bind-address=0.0.0.0",
      `--advertise-address=${NODE_IP}`,
      "--secure-port=6443",
      `--cert-dir=${pki("")}`,
      `--service-cluster-ip-range=${SERVICES}`,
      "--authorization-mode=Node,RBAC",
      "--enable-admission-plugins=NodeRestriction",
      "--allow-privileged=true",
      `--token-auth-file=${pki("tokens.csv")}`,
      `--client-ca-file=${pki("ca.crt")}`,
      `--kubelet-client-certificate=${pki("client.crt")}`,
      `--kubelet-client-key=${pki("client.key")}`,
      "--kubelet-preferred-address-types=InternalIP",
      "--service-account-issuer=https://kubernetes.default.svc",
      `--service-account-key-file=${pki("sa.pub")}`,
      `--service-account-signing-key-file=${pki("sa.key")}`,
    ],
    "kube-controller-manager": [
      ...client("controllers"),
      `--cert-dir=${pki("")}`,
      "--leader-elect=false",
      "--use-service-account-credentials=true",
      `--root-ca-file=${pki("apiserver.crt")}`,
      `--service-account-private-key-file=${pki("sa.key")}`,
      "--allocate-node-cidrs=true",
      "--cluster-cidr=10.244.0.0/16",
      `--service-cluster-ip-range=${SERVICES}`,
      "--pvclaimbinder-sync-period=1s",
    ],
    "kube-scheduler": [...client("scheduler"), "--leader-elect=false"],
    kubelet: [
      `--config=${join(folder, "kubelet.yaml")}`,
      `--kubeconfig=${kubeconfigOf(folder, "kubelet")}`,
      `--node-ip=${NODE_IP}`,
      "--hostname-override=node1",
      "--v=2",
    ],
    "kube-proxy": [`--config=${join(folder, "proxy.yaml")}`],
  } as const;
}
