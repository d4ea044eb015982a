import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** PEM files of a server of the loopback address, under an authority that was made for them. */
export interface Certificates {
  readonly authority: string;
  readonly key: string;
  readonly valid: string;
  readonly expired: string;
}

const NEW_KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];

export function makeCertificates(folder: string): Certificates {
  mkdirSync(folder, { mode: 0o700 });
  const at = (name: string) => join(folder, name);
  writeFileSync(at("names"), "subjectAltName=DNS:localhost,IP:127.0.0.1");
  const [authority, authorityKey, key, request] = [
    at("ca.pem"),
    at("ca.key"),
    at("nats.key"),
    at("nats.csr"),
  ];
  openssl("req", "-x509", ...NEW_KEY, "-keyout", authorityKey, "-out", authority, "-subj", "/CN=drill");
  openssl("req", ...NEW_KEY, "-keyout", key, "-out", request, "-subj", "/CN=nats");
  const signed = (name: string, days: string): string => {
    const signature = ["-CA", authority, "-CAkey", authorityKey, "-CAcreateserial", "-extfile", at("names")];
    openssl("x509", "-req", "-in", request, "-days", days, ...signature, "-out", at(name));
    return at(name);
  };
  return { authority, key, valid: signed("valid.pem", "2"), expired: signed("expired.pem", "-1") };
}

function openssl(...args: readonly string[]): void {
  const { status, stderr, error } = spawnSync("openssl", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`openssl ${args[0] ?? ""}: ${stderr}`, { cause: error });
}
