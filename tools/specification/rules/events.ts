import type { Section } from "../rule.ts";
import {
  creating,
  eventOrder,
  eventsLeave,
  eventStore,
  eventTypes,
  gatewayEndpoints,
  gatewayEvents,
  notifierEvents,
  openApi,
  payoutCreating,
  payoutEvents,
  paymentEvents,
  refundEvents,
  relay,
  relayModel,
  relayRefusals,
  tenThousandEvents,
  webhookAddresses,
  webhookCrashes,
  webhookDelivery,
  webhookEndpoints,
  webhookGarbage,
  webhookPace,
  webhookQueues,
  webhookRetries,
  webhooksEndToEnd,
  webhookSamples,
  webhookSecrets,
  webhookSignatures,
  webhookTool,
} from "../tests.ts";

export const EVENTS: readonly Section[] = [
  {
    source: "Specification, Events (docs/design/specification.md#events)",
    rules: {
      "EV-1": [
        "Notifications exist for Payments, Refunds and Payouts; four Payout events exist.",
        paymentEvents(
          "reach the notifier as they were recorded, with merchant and mode, and leave the outbox",
        ),
        refundEvents("reach the notifier with merchant and mode, and leave the outbox"),
        payoutEvents("reach the notifier in the order of each Payout, the one it is born in first"),
        webhooksEndToEnd("a Payment's statuses are told once each, as its GET shows it, signed in both ways"),
        webhooksEndToEnd("a Payout's statuses are told, the one it is born in included"),
      ],
      "EV-2": [
        "Events can be delayed or arrive out of order; none is lost on its way (docs/design/architecture.md#events).",
        relay("hands the same events over again when the answer was lost, and they are stored once"),
        relay("takes over from one that died, whose late call and late answer change nothing"),
        relayModel("lose no event, store each once, and keep the order of each object"),
        relayRefusals("ten times is parked with the later ones of its object, which an operator is told of"),
        paymentEvents("wait in the outbox while there is no notifier"),
        webhooksEndToEnd(
          "while the notifier is stopped payments go on, health is degraded, and events wait and arrive",
        ),
        eventsLeave("all reach the notifier, once, in the order of their object"),
        eventStore("stores each once, however often it is told, and owes each endpoint one delivery"),
      ],
      "EV-3": [
        "Payout event snapshots contain both recipient names as strings.",
        payoutCreating("keeps recipient names byte for byte, in answers and in events"),
        gatewayEvents("one is the envelope with exactly one object, as its owner keeps it"),
        webhooksEndToEnd("with both names as they were sent"),
      ],
    },
  },
  {
    source: "Decisions, events as they are read (docs/design/decisions.md#webhooks)",
    rules: {
      "D9-22": [
        "Types: five of Payments, three of Refunds, four of Payouts.",
        eventTypes("are those that are decided, and no others"),
        eventTypes("are in the merchants' documentation, each of them"),
      ],
      "D9-3": [
        "Envelope: id (evt_ + 24), type, created_at, livemode, and exactly one of data.payment, data.refund, data.payout.",
        webhooksEndToEnd("a Payment's statuses are told once each, as its GET shows it"),
        gatewayEvents("one is the envelope with exactly one object, as its owner keeps it"),
        openApi("is the committed one"),
      ],
      "D9-4": [
        "An event is the object as its GET would have shown it when the change was recorded, the link to a hosted page included.",
        webhooksEndToEnd(
          "an action is told with the link of its create: to the bank, and to the hosted page",
        ),
        gatewayEvents("a hosted page's link is filled in wherever an event leaves"),
        webhookDelivery(
          "carries the link of a hosted page with its token, which the event at rest does not have",
        ),
        eventStore("keeps a payload to the byte"),
        creating("and tells it in 1 event(s)"),
      ],
      "D9-5": [
        "refund.succeeded never arrives before its Payment's amount_refunded has moved.",
        refundEvents("never tell of success before the Payment's amount_refunded has moved"),
        webhooksEndToEnd("a Refund's success arrives when its Payment's amount_refunded has moved"),
      ],
      "D9-6": [
        "GET /v1/events (limit and cursors) and GET /v1/events/{id}, within merchant and mode.",
        gatewayEvents("a list is asked of the owner in the key's scope with limit and cursors"),
        gatewayEvents("of another shape is 400 at id, unknown 404 at id"),
        notifierEvents("is newest first, in the order of acceptance, with cursors in both directions"),
        notifierEvents("shows another merchant and another mode nothing"),
        notifierEvents("shows none before one that stands ahead of it"),
        eventOrder("is that in which they happened, whichever owner told its own first"),
        eventOrder("agrees with the seconds that they show"),
        eventOrder("shows whoever follows each event once, those that owners tell late included"),
        eventOrder("goes on from an event whose time was over"),
        webhooksEndToEnd("events are listed newest first and read one by one, the merchant's own alone"),
      ],
      "D9-23": [
        "Events and their deliveries are kept 30 days (docs/design/decisions.md#settings).",
        eventStore("is deleted with its deliveries when its time is over, not before"),
        eventStore(
          "that is still owed to an endpoint stays until that is over, and holds up no other's deletion",
        ),
      ],
      "D9-7": [
        "POST /v1/events/{id}/resend goes to every enabled endpoint of the mode that wants the type, with the same event id.",
        gatewayEvents("a resend answers the event under its id, and to how many endpoints it goes once more"),
        eventStore(
          "goes to every enabled endpoint that wants the type, under the same id, as a delivery of its own",
        ),
        eventStore("of what waits for its next try goes at once by itself, and leaves that one its schedule"),
        eventStore("during a try is sent, whatever becomes of that one"),
        gatewayEvents("a resend of a body that says something is refused"),
        webhooksEndToEnd("a resend goes under the same id to every enabled endpoint that wants the type"),
      ],
      "D9-8": [
        "Read covers events; a key that may create may read what it may create; endpoints and resends need payments, " +
          "refunds and payouts (docs/design/decisions.md#key-permissions).",
        gatewayEvents("a key with read reads the events of what it may read, and no others"),
        gatewayEvents("a key with payouts reads the events of what it may read, and no others"),
        gatewayEvents("a resend needs payments, refunds and payouts together, as the endpoints do"),
        gatewayEndpoints("a key needs payments, refunds and payouts together"),
        notifierEvents("shows only the types that it is asked for, from a position of any type on"),
        webhooksEndToEnd(
          "a key that may make payouts alone reads of payouts alone, and manages no endpoints",
        ),
      ],
    },
  },
  {
    source: "Decisions, webhook endpoints (docs/design/decisions.md#webhook-endpoints)",
    rules: {
      "D9-9": [
        "POST, GET, GET{id}, PATCH, DELETE /v1/webhook_endpoints: id (we_ + 24), url, enabled_events, description, status, livemode, " +
          "created_at; no Idempotency-Key; secret only in the create answer and in that of a roll.",
        gatewayEndpoints(
          "one is made without an Idempotency-Key, and its secret is in this answer and in that of a roll only",
        ),
        gatewayEndpoints("a PATCH changes what it names, null takes a description away"),
        gatewayEndpoints("a DELETE says what it deleted"),
        gatewayEndpoints("another merchant's endpoint is invisible"),
        gatewayEndpoints("other methods are 405 with what is allowed"),
        webhookEndpoints("change only where something is given"),
        webhookEndpoints("are gone once deleted, and so is their log; what was pending is cancelled"),
      ],
      "D9-24": [
        "An endpoint is told of what happened since it was made or enabled, and of nothing before.",
        eventOrder("what happened since it was made, and nothing of before that is told only now"),
        eventOrder("what happened since, however late it is told"),
      ],
      "D9-10": [
        'enabled_events is a list of types or ["*"]; an unknown event type is parameter_invalid.',
        gatewayEndpoints("an unknown event type: 400 parameter_invalid at enabled_events"),
        gatewayEndpoints("every type and one of them: 400 parameter_invalid at enabled_events"),
        gatewayEndpoints("a PATCH with an unknown type is 400 parameter_invalid"),
      ],
      "D9-11": [
        "At most 16 endpoints per mode, then 422 limit_exceeded.",
        gatewayEndpoints("the owner's limit_exceeded is told as 422"),
        webhookEndpoints("are sixteen in a mode at most, however many are made at once"),
        webhooksEndToEnd("a mode has sixteen endpoints at most; the next is 422 limit_exceeded"),
      ],
      "D9-12": [
        'roll_secret takes {"overlap_seconds": 0…604800} (default 86400); during the overlap both schemes carry both signatures.',
        gatewayEndpoints("roll_secret with no body is an overlap of 86400 s"),
        gatewayEndpoints('roll_secret with {"overlap_seconds":604801} is 400 parameter_invalid'),
        webhookSignatures(
          "are of the new and of the old secret while they overlap, and of the new one alone afterwards",
        ),
        webhookSignatures("are of every secret whose own overlap is not over"),
        webhookSamples(
          "takes what is signed with a secret that is being rolled, and nothing once that is over",
        ),
      ],
      "D9-13": [
        "GET /v1/webhook_endpoints/{id}/deliveries and the list of endpoints have data, has_more, limit and the cursors (docs/design/decisions.md#list-answers).",
        gatewayEndpoints("deliveries are a list with limit and cursors, as the list of endpoints"),
        webhooksEndToEnd(
          "an endpoint that failed is tried again with a fresh signature, and the log says how it went",
        ),
      ],
      "D9-14": [
        "URL rules: HTTPS, max 2048, no user info or fragment; addresses in private, loopback, link-local or metadata ranges are refused at " +
          "registration and again at each connection; WEBHOOK_LOOPBACK allows loopback, http included, in Sandbox.",
        gatewayEndpoints("user info: 400 parameter_invalid at url"),
        gatewayEndpoints("a URL of 2,049 characters: 400 parameter_invalid at url"),
        webhookAddresses("may never be"),
        webhookAddresses("where an operator allows loopback, in Sandbox"),
        webhookAddresses(
          "goes nowhere inside when a name that was good when it was kept answers otherwise now",
        ),
        webhookAddresses("goes to the very address that was checked: the name is asked for once"),
        webhookAddresses("is refused where one of several addresses may not be"),
        webhooksEndToEnd("URLs that break the rules are 400 parameter_invalid at url, when changed too"),
      ],
      "D9-15": [
        "Secrets are encrypted at rest.",
        webhookSecrets("is in no table in clear, nor is the other way to write it"),
        webhookSecrets("is opened again for its endpoint, and for no other, merchant or mode"),
        webhooksEndToEnd("no secret of an endpoint is in what the platform prints"),
      ],
      "D9-16": [
        "Operators manage webhook endpoints with the command-line tool; every act is in the audit log (docs/design/decisions.md#keys).",
        webhookTool("webhook create shows the secret once, wants every type by default, and names its actor"),
        webhookTool("event list, show and resend tell of events"),
        webhookEndpoints("changed by an operator say so in the audit log, in the act's own transaction"),
        webhooksEndToEnd(
          "operators manage endpoints with the command-line tool, and their acts are in the audit log",
        ),
      ],
    },
  },
  {
    source: "Decisions, deliveries (docs/design/decisions.md#delivery)",
    rules: {
      "D9-17": [
        "The Standard Webhooks headers on every delivery, so that any of that standard's libraries verifies it.",
        webhookSignatures("are verified by the library of Standard Webhooks"),
        webhookSamples("standard-webhooks.mjs takes a delivery"),
      ],
      "D9-18": [
        "Flowlix-Signature: t=<unix>,v1=<hex>, HMAC-SHA256 over {t}.{raw body} keyed with the whole secret text, on every delivery.",
        webhookSignatures("hold in our own scheme, keyed with the whole secret"),
        webhookSignatures("are over the bytes that are sent, whatever is in them"),
        webhookSamples("receiver.mjs takes a delivery"),
        webhookSamples("receiver.py takes a delivery"),
        webhookSamples("receiver.go takes a delivery"),
        webhookSamples("Receiver.java takes a delivery"),
        webhookGarbage("refuses garbage, outlives requests that are cut off, and takes what is genuine"),
        webhookSamples("verify.sh says of a delivery that was kept whether it is genuine"),
      ],
      "D9-19": [
        "POST, JSON, success is any 2xx within 10 s, redirects not followed; at least once; fresh timestamp and signature each try.",
        webhookDelivery("is a POST of the event, and its success is in the log"),
        webhookDelivery("has succeeded with "),
        webhookDelivery("and is tried again after about ten seconds"),
        webhookDelivery("has failed where the receiver"),
        webhookCrashes("leaves its queues to the next one, and nothing it was trying is lost"),
        tenThousandEvents("arrive at every endpoint that lives, through three processes that come and go"),
        webhookSignatures("are made anew for each try, under the same event id"),
        webhookAddresses("follows no redirect, wherever it leads"),
        webhooksEndToEnd("an endpoint that failed is tried again with a fresh signature"),
      ],
      "D9-20": [
        "Retries after about 10 s, 1 min, 5 min, 15 min, 1 h, 3 h, 6 h, then every 12 h until 72 h, with jitter; Retry-After is honoured.",
        webhookRetries("is 10 s, 1 min, 5 min, 15 min, 1 h, 3 h, 6 h, then every 12 h"),
        webhookRetries("varies by a tenth in both directions"),
        webhookRetries("ends 72 hours after the delivery began"),
        webhookRetries("waits longer where the receiver asks for it, never shorter, and not beyond its end"),
        webhookDelivery("waits as long as a 503 asks for"),
        webhookDelivery("is given up 72 hours after it began, and counted"),
      ],
      "D9-21": [
        "410 disables the endpoint; an endpoint that fails for days is marked failing and its operator sees it. A slow or dead endpoint never delays another one's deliveries.",
        webhooksEndToEnd("a dead endpoint delays no other, and one that answers 410 is disabled"),
        webhookDelivery(
          "ends with a 410: its endpoint is disabled, and what else was pending for it is cancelled",
        ),
        webhookDelivery(
          "marks its endpoint once nothing has reached it for a day, and unmarks it with the first success",
        ),
        webhookTool(
          "webhook list and show tell of endpoints without their secrets, and since when one fails",
        ),
        webhookQueues("one that hangs holds up no other, nor more than a few tries of its own"),
        webhookQueues("sixty that hang hold up no other"),
        webhookPace("are shared evenly, and what one does not need goes to the others"),
      ],
    },
  },
];
