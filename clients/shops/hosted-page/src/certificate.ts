import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

const DAYS = 30;
const COMMON_NAME = [0x55, 0x04, 0x03];
const ALTERNATIVE_NAME = [0x55, 0x1d, 0x11];
const EXTENDED_KEY_USAGE = [0x55, 0x1d, 0x25];
const SERVER_AUTH = [0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x01];
const ECDSA_WITH_SHA256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];

/**
 * A key and a certificate that it signs itself, for 127.0.0.1 and localhost, as PEM. A `return_url` is HTTPS, and a
 * machine may have no openssl. They are gone when the shop stops. Your real shop has a certificate already.
 */
export function selfSigned(now = Date.now()): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = sequence(oid(ECDSA_WITH_SHA256));
  const name = sequence(der(0x31, sequence(oid(COMMON_NAME), der(0x0c, "Example shop on this machine"))));
  const names = sequence(der(0x82, "localhost"), der(0x87, [127, 0, 0, 1]));
  const body = sequence(
    der(0xa0, der(0x02, [2])), // version 3
    der(0x02, [1, ...randomBytes(8)]),
    algorithm,
    name, // issuer
    sequence(time(now - 3_600_000), time(now + DAYS * 86_400_000)),
    name, // subject
    publicKey.export({ type: "spki", format: "der" }),
    der(
      0xa3,
      sequence(
        sequence(oid(ALTERNATIVE_NAME), der(0x04, names)),
        sequence(oid(EXTENDED_KEY_USAGE), der(0x04, sequence(oid(SERVER_AUTH)))),
      ),
    ),
  );
  const signature = der(0x03, [0, ...sign("sha256", body, privateKey)]);
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: pem(sequence(body, algorithm, signature)),
  };
}

/** One value in DER: its tag, its length, its content. */
function der(tag: number, ...content: readonly (string | readonly number[] | Uint8Array)[]): Buffer {
  const bytes = Buffer.concat(content.map((part) => Buffer.from(part)));
  const length = bytes.length < 0x80 ? [bytes.length] : [0x82, bytes.length >> 8, bytes.length & 0xff];
  return Buffer.from([tag, ...length, ...bytes]);
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
const oid = (bytes: readonly number[]): Buffer => der(0x06, bytes);

/** `20261125173000Z` without its century. */
const time = (ms: number): Buffer =>
  der(
    0x17,
    new Date(ms)
      .toISOString()
      .replaceAll(/\.\d+|[-:T]/g, "")
      .slice(2),
  );

const pem = (bytes: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${bytes.toString("base64")}\n-----END CERTIFICATE-----\n`;
