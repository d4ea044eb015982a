import { distance } from "fastest-levenshtein";

const SEGMENT_MAX = 40;
const SEGMENTS_MAX = 5;
const SLIPS_MAX = 2;
const VERSION = "v1";
/** What other APIs call it. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  charges: "payments",
  payment_intents: "payments",
  transactions: "payments",
  checkout: "payments",
  transfers: "payouts",
  webhooks: "webhook_endpoints",
};

/** Which path was probably meant by one that there is not. Templates are shown, and never what was sent. */
export function explainRoute(path: string, templates: readonly string[]): string {
  const meant = nearestTemplate(path, templates);
  if (meant !== undefined) return `There is no such path. Did you mean ${meant}?`;
  const all = templates.filter((template) => template.startsWith(`/${VERSION}/`) && !template.includes("{"));
  return `There is no such path. The paths of the API begin with /${VERSION}: ${[...new Set(all)].join(", ")}.`;
}

function nearestTemplate(path: string, templates: readonly string[]): string | undefined {
  const sent = segmentsOf(path)
    .filter((segment) => segment !== "api" && !/^v[0-9]{1,2}$/.test(segment))
    .map((segment) => (Object.hasOwn(OTHER_NAMES, segment) ? (OTHER_NAMES[segment] ?? segment) : segment));
  if (sent.length === 0 || sent.length > SEGMENTS_MAX) return undefined;
  const unversioned = templates.find((template) => segmentsOf(template).join("/") === sent.join("/"));
  // Other APIs have Refunds under their Payment.
  const alone = sent.length === 3 ? sent.slice(2) : [];
  return unversioned ?? nearestVersioned(sent, templates) ?? nearestVersioned(alone, templates);
}

function nearestVersioned(sent: readonly string[], templates: readonly string[]): string | undefined {
  return templates
    .map((template) => ({ template, slips: slipsOf(sent, segmentsOf(template).slice(1)) }))
    .filter(({ template, slips }) => template.startsWith(`/${VERSION}/`) && slips <= SLIPS_MAX)
    .toSorted((a, b) => a.slips - b.slips)[0]?.template;
}

const segmentsOf = (path: string): string[] =>
  path
    .toLowerCase()
    .split("/", SEGMENTS_MAX + 3)
    .filter((segment) => segment !== "");

/** A value of the template takes whatever stands there. */
function slipsOf(sent: readonly string[], known: readonly string[]): number {
  if (sent.length !== known.length) return Infinity;
  return known.reduce((slips, segment, at) => slips + slipsOfSegment(sent[at] ?? "", segment), 0);
}

const slipsOfSegment = (sent: string, known: string): number =>
  known.startsWith("{") ? 0 : sent.length > SEGMENT_MAX ? Infinity : distance(sent, known);
