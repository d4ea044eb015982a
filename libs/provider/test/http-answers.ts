import { wireOrder } from "./builders.ts";
import {
  CHOSEN,
  everywhere,
  GARBLED,
  notExecuted,
  order,
  contradicting,
  unread,
  type Row,
} from "./http-behaviour.ts";

/** Answers with an order in them, or what should have been one. */
export const ANSWERS: readonly Row[] = [
  // States
  {
    name: "registered",
    behaviour: order({ state: "registered" }),
    register: { kind: "registered" },
    both: { kind: "registered" },
    read: { kind: "registered" },
    close: { kind: "registered" },
    counts: false,
  },
  {
    name: "succeeded",
    behaviour: order({ state: "succeeded" }),
    ...everywhere({ kind: "succeeded" }),
    reverse: "unknown",
    counts: false,
  },
  {
    name: "succeeded and reversed",
    behaviour: order({ state: "succeeded", reversed: true }),
    read: { kind: "closed" },
    close: { kind: "closed" },
    reverse: "reversed",
    counts: false,
  },
  {
    name: "received",
    behaviour: order({ state: "received" }),
    ...everywhere({ kind: "in_progress", stage: "received" }),
    counts: false,
  },
  {
    name: "processing",
    behaviour: order({ state: "processing" }),
    ...everywhere({ kind: "in_progress", stage: "processing" }),
    counts: false,
  },
  {
    name: "a decline",
    behaviour: order({ state: "failed", response_code: "51" }),
    ...everywhere({ kind: "failed", code: "insufficient_funds" }),
    counts: false,
  },
  {
    name: "a decline of unknown code",
    behaviour: order({ state: "failed", response_code: "ZZ" }),
    ...everywhere({ kind: "failed", code: "generic_decline" }),
    counts: false,
  },
  {
    name: "action required",
    behaviour: order({ state: "action_required", action_url: "https://a.example/c" }),
    ...everywhere({ kind: "action_required", url: "https://a.example/c" }),
    counts: false,
  },
  {
    name: "action required without a place",
    behaviour: order({ state: "action_required" }),
    ...everywhere(GARBLED),
    counts: false,
  },
  {
    name: "cancelled",
    behaviour: order({ state: "cancelled" }),
    register: notExecuted("error"),
    authorise: notExecuted("error"),
    both: notExecuted("error"),
    read: { kind: "closed" },
    close: { kind: "closed" },
    counts: false,
  },
  {
    name: "properties that we do not know",
    behaviour: { status: 200, body: { ...wireOrder({ state: "succeeded" }), scheme: { id: 1 } } },
    ...everywhere({ kind: "succeeded" }),
    counts: false,
  },
  {
    name: "registered as the answer to authorise",
    behaviour: order({ state: "registered" }),
    authorise: GARBLED,
    counts: true,
  },
  // Answers about something else
  {
    name: "another amount",
    behaviour: order({ state: "succeeded", amount: 1001 }),
    ...contradicting("amount"),
    counts: true,
  },
  {
    name: "another currency",
    behaviour: order({ state: "succeeded", currency: "USD" }),
    ...contradicting("currency"),
    counts: true,
  },
  {
    name: "another reference",
    behaviour: order({ state: "succeeded", reference: "pay_000000000000000000000002" }),
    ...contradicting("reference"),
    counts: true,
  },
  {
    name: "another mode",
    behaviour: { status: 200, body: { ...wireOrder({ state: "succeeded" }), mode: "live" } },
    ...unread,
    counts: true,
  },
  // Answers nobody can read
  { name: "no JSON", behaviour: { status: 200, body: '{"order_id":"ord_0000' }, ...unread, counts: true },
  { name: "nothing at all", behaviour: { status: 200, body: "" }, ...unread, counts: true },
  { name: "HTML", behaviour: { status: 200, body: "<html>succeeded</html>" }, ...unread, counts: true },
  {
    name: "a state that we do not know",
    behaviour: { status: 200, body: { ...wireOrder(), state: "paid" } },
    ...unread,
    counts: true,
  },
  {
    name: "an amount in text",
    behaviour: { status: 200, body: { ...wireOrder({ state: "succeeded" }), amount: "1000" } },
    ...unread,
    counts: true,
  },
  {
    name: "an order without a reference",
    behaviour: { status: 200, body: { ...wireOrder({ state: "succeeded" }), reference: undefined } },
    ...unread,
    counts: true,
  },
  {
    name: "an answer longer than the bound",
    behaviour: { status: 200, body: { ...wireOrder({ state: "succeeded" }), padding: "x".repeat(70_000) } },
    ...unread,
    counts: true,
  },
  {
    name: "an order under another status",
    behaviour: { status: 202, body: wireOrder({ state: "succeeded" }) },
    ...unread,
    counts: true,
  },
  {
    name: "a redirect",
    behaviour: { status: 302, body: "", headers: { location: "https://elsewhere.example/" } },
    ...unread,
    counts: true,
  },
  {
    name: "garbage that an amount asked for",
    behaviour: { status: 200, body: "{", headers: CHOSEN },
    ...unread,
    counts: false,
  },
];
