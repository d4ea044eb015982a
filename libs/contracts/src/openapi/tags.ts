export const WEBHOOKS_TAG = "Webhooks";

const TAGS = [
  {
    name: "Payments",
    path: "/v1/payments",
    description: "Money that payers pay: Direct, with card data of yours, or on the hosted page.",
  },
  {
    name: "Refunds",
    path: "/v1/refunds",
    description: "Money of a succeeded Payment given back, whole or in parts.",
  },
  { name: "Payouts", path: "/v1/payouts", description: "Money sent to Visa and Mastercard cards." },
  { name: "Events", path: "/v1/events", description: "What happened to objects in the last 30 days." },
  {
    name: "Webhook endpoints",
    path: "/v1/webhook_endpoints",
    description: "Where events are sent, with which secret, and what became of them.",
  },
  { name: "Health", path: "/v1/health", description: "Whether the API is available." },
] as const;

/** The subjects of the document, in the order in which they are read. */
export const DOCUMENT_TAGS = [
  ...TAGS.map(({ name, description }) => ({ name, description })),
  { name: WEBHOOKS_TAG, description: "What the platform sends to your endpoints." },
];

/** Of the operations of a path. */
export function tagOf(path: string): string {
  const tag = TAGS.find((one) => path === one.path || path.startsWith(`${one.path}/`));
  if (tag === undefined) throw new Error(`${path} belongs to no subject of the document`);
  return tag.name;
}
