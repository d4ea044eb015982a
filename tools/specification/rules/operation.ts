import type { Section } from "../rule.ts";
import {
  acquirerAmounts,
  amounts,
  anyOrder,
  authentication,
  breaker,
  pageReturn,
  callbacks,
  challenge,
  challenges,
  challengesEndToEnd,
  clock,
  creating,
  handling,
  keyRecords,
  keysAndScope,
  lateMessages,
  lifecycle,
  look,
  lookSchedule,
  lostRaces,
  oncePerKey,
  providerTrouble,
  quota,
  quotaHeaders,
  refusals,
  retries,
  timeLadder,
  unfinishedKeys,
  unfinishedSweep,
  walletPayments,
} from "../tests.ts";

export const OPERATION: readonly Section[] = [
  {
    source: "Decisions, Limits and times (docs/design/decisions.md#limits)",
    rules: {
      "D10-1": [
        "Request deadline 25 s.",
        timeLadder("leaves a provider call room in an owner's time, and an owner in the request's"),
        timeLadder("is the same request's in"),
      ],
      "D10-2": [
        "Provider tries 3 (0.2 s, 0.6 s apart), only for failures known to precede execution.",
        retries("go on after what is known not to have been executed, 0.2 s and 0.6 s apart, three at most"),
        retries("stop at once when"),
      ],
      "D10-3": [
        "3D Secure expiry 15 min.",
        creating("hands out the redirect of an action with its reason and expiry"),
        challenges("counts its time from the creation of the step"),
      ],
      "D10-4": [
        "Quota per key 100 requests/s with bursts of 200, per process the setting divided by the replicas, never below half of " +
          "it.",
        quota("gives a burst at once and no more"),
        quota("fills at its rate and never over its size"),
        quota("is divided by the replicas, but never below half of the setting"),
      ],
      "D10-5": [
        "429 rate_limit_exceeded with Retry-After, X-RateLimit-* headers, health exempt; our 429 stands before everything but the " +
          "key.",
        handling(
          "the quota of a key stands before permission, headers and body, and tells when to come back",
        ),
        handling("the quota of a key is the key's own and leaves health alone"),
        keysAndScope("a refused request says when, touched nothing, and no other key or health is affected"),
      ],
      "D10-16": [
        "X-RateLimit-Limit, -Remaining, -Reset (Unix seconds) are on every authenticated answer.",
        quotaHeaders("is on every authenticated answer"),
        quotaHeaders("is on no answer to somebody without a key"),
      ],
      "D10-6": [
        "Idempotency records are kept 30 days; retention deletes records that are done only.",
        keyRecords("is deleted after its retention only when it is done"),
        unfinishedKeys("is forgotten when it is told to be, and only such a one"),
        unfinishedSweep(
          "are forgotten once the owner of their object says that it has ended, and stay until then",
        ),
      ],
      "D10-7": [
        "A lost answer is first looked up within 5 s; an asynchronous result shows within 3 s of the provider's.",
        look("finds a charge whose answer was lost within 5 s, with its event"),
        lookSchedule("a lost answer is first looked up within 5 s, and then at most 30 s later each time"),
        lookSchedule("a result of 5 s shows within 3 s of the provider's, also where its callback is lost"),
        oncePerKey("an answer that the acquirer lost is found within seconds, and told to the same key"),
        clock("finds what was lost while one of them hangs, and after one was killed"),
        providerTrouble("when it is down for good, the ends come once it is back, each within its bound"),
      ],
      "D10-8": [
        "Breaker open: 503 before anything is made.",
        creating("makes nothing while the breaker is open, and says when to come back"),
        breaker("sends nothing while it is open, and says when to come back"),
        keysAndScope(
          "ok; degraded while the provider's breaker is open, and creates are refused before anything is made",
        ),
      ],
      "D10-9": [
        "An expiring Payment is first claimed, then closed at the provider: confirmed not charged → EXPIRED; charged → SUCCEEDED " +
          "(EXPIRED was never shown); unknown → still REQUIRES_ACTION, again later.",
        look("expires an action that was not completed in time, once its order is closed"),
        look("lets a charge that is found while expiring win: EXPIRED was never shown"),
        look("stays REQUIRES_ACTION while the closing is unknown, and tries again"),
        challengesEndToEnd("a charge that is found while expiring wins: EXPIRED was never told"),
        challengesEndToEnd("while nobody can say whether it was charged it does not expire"),
        lateMessages("a customer who completes in time is charged, not expired, though nobody heard of it"),
      ],
      "D10-10": [
        "EXPIRED, FAILED and SUCCEEDED never change. A charge seen after the end is the anomaly charged_after_end; reversing it, " +
          "once and audited, or a note ends it.",
        lifecycle("takes late news"),
        callbacks(
          "that contradicts an end is checked: a charge after the end is an anomaly and changes nothing",
        ),
        callbacks(
          "is ended by reversing the charge at the provider, with an audit row of the same transaction",
        ),
        challenges("a charge after EXPIRED is the anomaly charged_after_end, and EXPIRED stays"),
        callbacks("is ended by a note, and by one act only"),
        lateMessages(
          "a charge after the end is an anomaly that an operator reverses, once, and the end stays",
        ),
      ],
      "D10-11": [
        "object_state_conflict (create): the compare-and-swap was lost three times or another end was reached; the last resort.",
        lostRaces("answers 201 with what is recorded after it was lost three times"),
        lostRaces("is object_state_conflict, with the key held, where it was lost and cannot be read either"),
      ],
      "D10-12": [
        "object_not_found (create): the object registered under this id is gone when the update was to be recorded.",
        lateMessages(
          "a payment that is gone when its charge is recorded: 404 object_not_found; its key finds the charge",
        ),
      ],
      "D10-13": [
        "Retries and a new challenge never extend an action's expiry.",
        challenges("no look, return or new challenge gives more of it"),
        lifecycle("neither extends nor shortens a step's time by a new URL or a retry"),
        look("takes a new URL of a challenge without another event and without more time"),
      ],
      "D10-14": [
        "Whatever happens in whatever order, the rules of money hold (docs/design/architecture.md#money-rules).",
        anyOrder("whatever happens to a Payment in whatever order the rules of money hold"),
      ],
    },
  },
  {
    source:
      "Decisions, return to the merchant, 3D Secure of Direct Payments too (docs/design/decisions.md#hosted-return)",
    rules: {
      "D3-RET-1": [
        "payment_id and status are appended to return_url; existing query and fragment kept, parameters of these names replaced.",
        pageReturn("where a payer goes back to"),
        amounts("103000 leads to a challenge; completed, it succeeds and leads to the merchant with a hint"),
      ],
      "D3-RET-2": [
        "They are a hint only; late, repeated and forged returns are harmless.",
        authentication("proves nothing: the provider is looked at and its word recorded"),
        authentication("is harmless when late or repeated"),
        challengesEndToEnd("a forged return leads nowhere and changes nothing"),
        challengesEndToEnd("a return that is repeated many times at once changes nothing twice"),
        authentication("with a forged token is object_not_found, as for an unknown Payment"),
        lateMessages("a callback that nobody signed, and a return with a forged token, change nothing"),
      ],
      "D3-RET-3": [
        "Every redirect_url ever handed out leads on (docs/design/decisions.md#replays).",
        challengesEndToEnd(
          "every URL ever handed out leads on to the outcome after the end, and charges nothing more",
        ),
        amounts("103098 expires after 15 s, uncharged, and its link leads on"),
        challenge("completed, it charges once, leads back, and leads back whenever it is opened again"),
      ],
    },
  },
  {
    source: "Decisions, Sandbox outcomes by amount (docs/design/decisions.md#sandbox)",
    rules: {
      "D11-1": [
        "After our own checks everything is chosen by the amount alone, never by the brand; every other amount succeeds at once.",
        amounts("check digit and expiry are our own checks, before any amount"),
        amounts("every other amount succeeds at once, with exactly the specified properties"),
        acquirerAmounts("succeeds at once and is charged once"),
      ],
      "D11-2": [
        "100001 to 100096: FAILED with the code of the table.",
        amounts("1000xx fails at once with its code"),
      ],
      "D11-3": [
        "100063: FAILED fraud_filter, of wallets too.",
        amounts("1000xx fails at once with its code"),
        walletPayments("rejected by antifraud is FAILED with fraud_filter, without any browser action"),
      ],
      "D11-4": [
        "103000: REQUIRES_ACTION; a good challenge succeeds. 1030xx: after a good challenge FAILED with the code of 1000xx.",
        amounts("103000 leads to a challenge"),
        amounts("1030xx fails after a good challenge with the code of 1000xx"),
      ],
      "D11-5": [
        "103101 to 103104: FAILED at once with how the authentication ended.",
        amounts("10310x fails at once with how the authentication ended"),
      ],
      "D11-6": [
        "103098: REQUIRES_ACTION that expires after 15 s.",
        challengesEndToEnd(
          "103098 expires after 15 s, before the time that is set, and a new challenge gives it no more",
        ),
        amounts("103098 expires after 15 s, uncharged, and its link leads on"),
      ],
      "D11-7": [
        "104000 / 1040xx: PROCESSING, after 5 s SUCCEEDED / FAILED with the code of 1000xx.",
        amounts("104000 is processing and succeeds"),
        amounts("1040xx is processing and fails with the code of 1000xx"),
        acquirerAmounts("104000 is processing and succeeds after five seconds"),
      ],
      "D11-8": [
        "104098 / 104099: stays PENDING / stays PROCESSING.",
        amounts("104098 stays pending and 104099 stays processing, however often it is looked at"),
      ],
      "D11-9": [
        "105029 / 105003: HTTP 429 with Retry-After: 1 / 503; nothing exists afterwards.",
        amounts("105029 is 429 and 105003 is 503, both with Retry-After 1"),
        oncePerKey("nothing exists and the key is free for any body"),
      ],
      "D11-10": [
        "105002: 502 processing_error; the resolver closes it: FAILED processor_error.",
        oncePerKey("after 502 the key keeps its body, and the payment its amount, until it is closed"),
      ],
      "D11-11": [
        "105098: executed, its answer lost; answered as recorded, the charge is found.",
        amounts("105098 is answered as recorded, and its charge found"),
      ],
      "D11-12": [
        "Outcomes chosen by an amount never count at the breaker.",
        amounts("outcomes chosen by an amount never open the breaker"),
      ],
      "D11-13": [
        "The 3D Secure page has complete, fail (three_d_secure_failed) and cancel (back to the merchant, still REQUIRES_ACTION).",
        amounts(
          "a failed challenge is three_d_secure_failed, a cancelled one changes nothing and can be taken up again",
        ),
        challenge("the 3D Secure challenge page"),
      ],
      "D11-14": [
        "An account's live mode has no provider unless one is configured.",
        refusals("live mode without a provider is 422 merchant_not_provisioned, whatever the row says"),
        creating("is not possible in live mode while no live provider is configured"),
      ],
    },
  },
];
