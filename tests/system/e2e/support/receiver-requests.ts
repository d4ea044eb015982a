import { createHmac } from "node:crypto";

const KEY = Buffer.alloc(32, 7);
export const SECRET = `whsec_${KEY.toString("base64")}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;
const EVENT_ID = `evt_${"g".repeat(24)}`;
const EVENT = JSON.stringify({ id: EVENT_ID, type: "payout.failed", data: {} });
const MEBIBYTE = 1 << 20;

/** What a receiver can be sent, and whether each of them has to take it. */
export interface ReceiverRequest {
  readonly what: string;
  readonly taken: boolean;
  readonly body: string;
  /** Made when it is sent: a signature holds for five minutes. */
  readonly headers: () => Record<string, string>;
  /** About the details of `Flowlix-Signature`; receivers with a library of Standard Webhooks read another header. */
  readonly ownSchemeOnly?: true;
  /** What the body of a refusal says; each says something. */
  readonly why?: string;
}

/** Read once for a header: two readings may lie in two seconds. */
const now = (): number => Math.floor(Date.now() / 1000);
const hexOf = (secret: string, time: number | string, body: string): string =>
  createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");

/** In both ways, as a delivery is. */
function signed(body: string, time: number): Record<string, string> {
  const standard = createHmac("sha256", KEY).update(`${EVENT_ID}.${time}.${body}`).digest("base64");
  return {
    "flowlix-signature": `t=${time},v1=${hexOf(SECRET, time, body)}`,
    "webhook-id": EVENT_ID,
    "webhook-timestamp": String(time),
    "webhook-signature": `v1,${standard}`,
  };
}

const genuine = (what: string, body: string, taken = true): ReceiverRequest => ({
  what,
  taken,
  body,
  headers: () => signed(body, now()),
});

const event = (changes: object): string => JSON.stringify({ ...JSON.parse(EVENT), ...changes });

/** JSON in any order and with any spaces, as a later version may write it; and what is none of ours. */
const BODIES: readonly ReceiverRequest[] = [
  genuine("an event", EVENT),
  genuine("an event in many lines", JSON.stringify(JSON.parse(EVENT), null, 2)),
  genuine(
    "an event that begins with what it is about",
    event({ version: 2 }).replace(/^\{/, '{"data":{"id":"x","type":"y"},'),
  ),
  genuine("an event with an id of another length", event({ id: "evt_1" })),
  genuine("an event of a type to come", event({ type: "payment.partially_Captured2" })),
  genuine("an event of a type without a point", event({ type: "ping" })),
  genuine(
    "an event whose texts look like JSON",
    event({ data: { note: 'x","id":"evt_other","type":"{[\\"}' } }),
  ),
  genuine("an event with letters of any script", event({ data: { name: "Łucja Ōe 💳 \u2028" } })),
  genuine("an event of a mebibyte", event({ data: { note: "n".repeat(MEBIBYTE) } })),
  genuine("no JSON", "{not json", false),
  genuine("an event that was cut off", EVENT.slice(0, -1), false),
  genuine("an event that was cut off within a text", EVENT.slice(0, 40), false),
  genuine("nothing", "", false),
  ...["null", "{}", "7", "[]", '"id"'].map((body) => genuine(body, body, false)),
  genuine("an event without an id", event({ id: undefined }), false),
  genuine("an event with an empty id", event({ id: "" }), false),
  genuine("an event whose id is a number", event({ id: 7 }), false),
  genuine("an event without a type", event({ type: undefined }), false),
  genuine("an event whose id is that of its object only", '{"type":"ping","data":{"id":"x"}}', false),
];

const own = (
  what: string,
  taken: boolean,
  header: (time: number, hex: string) => string,
  why = taken ? undefined : "bad signature",
): ReceiverRequest => ({
  what,
  taken,
  ...(why === undefined ? {} : { why }),
  body: EVENT,
  headers: () => {
    const time = now();
    return { "flowlix-signature": header(time, hexOf(SECRET, time, EVENT)) };
  },
  ownSchemeOnly: true,
});

/** A time that lies `ago` seconds back, signed with it. */
function aged(ago: number): string {
  const time = now() - ago;
  return `t=${time},v1=${hexOf(SECRET, time, EVENT)}`;
}

const OWN_SCHEME: readonly ReceiverRequest[] = [
  own("a signature with spaces between its parts", true, (time, hex) => `t=${time}, v1=${hex}`),
  own("a signature that ends with its time", true, (time, hex) => `v1=${hex},t=${time}`),
  own(
    "signatures of two secrets",
    true,
    (time, hex) => `t=${time},v1=${hexOf(OTHER, time, EVENT)},v1=${hex}`,
  ),
  own("a signature with parts to come", true, (time, hex) => `t=${time},v2=x,k,v1=${hex}`),
  own("a signature of four minutes ago", true, () => aged(240)),
  own("a signature of ten minutes ago", false, () => aged(600), "too old"),
  own("a signature of in ten minutes", false, () => aged(-600), "too old"),
  own("the signature of another secret", false, (time) => `t=${time},v1=${hexOf(OTHER, time, EVENT)}`),
  own("the signature of another time", false, (time, hex) => `t=${time - 30},v1=${hex}`),
  own("a signature with something behind it", false, (time, hex) => `t=${time},v1=${hex}zz`),
  own("a signature in capitals", false, (time, hex) => `t=${time},v1=${hex.toUpperCase()}`),
  own("a time with a sign", false, (time) => `t=+${time},v1=${hexOf(SECRET, `+${time}`, EVENT)}`, "time"),
  own("a time with something behind it", false, (time, hex) => `t=${time}=1,v1=${hex}`, "time"),
  own("two times, the second one signed", false, (time, hex) => `t=${time - 30},t=${time},v1=${hex}`),
  own("a signature of another version only", false, (time, hex) => `t=${time},v0=${hex}`),
  own("a signature without a time", false, (_, hex) => `v1=${hex}`, "time"),
  own("a time without a signature", false, (time) => `t=${time}`),
];

/** What strangers send, none of it with the secret. */
const STRANGERS: readonly ReceiverRequest[] = [
  {},
  { "flowlix-signature": "" },
  { "flowlix-signature": `t=${"9".repeat(5_000)},v1=00` },
  { "flowlix-signature": ",,=,t,t=,v1,v1=zz,t=-1,v1=é" },
  { "webhook-id": "x", "webhook-timestamp": "9".repeat(400), "webhook-signature": "v1,AAAA" },
  { "webhook-id": "x", "webhook-timestamp": "inf", "webhook-signature": "v1,é v2 v1,== ,," },
].map((headers) => ({
  what: JSON.stringify(headers).slice(0, 60),
  taken: false,
  body: EVENT,
  headers: () => headers,
}));

const TOO_LONG = genuine(
  "more than two mebibytes",
  event({ data: { note: "n".repeat(2 * MEBIBYTE) } }),
  false,
);

/** Those that are taken come last as well: a receiver that was ended by one before takes nothing. */
export const RECEIVER_REQUESTS: readonly ReceiverRequest[] = [
  TOO_LONG,
  ...STRANGERS,
  ...OWN_SCHEME,
  ...BODIES.toReversed(),
];
