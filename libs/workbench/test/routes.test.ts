import type { RouteReason } from "@flowlix/contracts";
import { expect } from "chai";
import { accountCheckPart, accountPart, accountsPart, type ShownAccount } from "../src/account-parts.ts";
import { routeOf } from "../src/route.ts";

const FIRST = `acq_${"1".repeat(24)}`;
const SECOND = `acq_${"2".repeat(24)}`;

const ACCOUNT: ShownAccount = {
  id: FIRST,
  merchant_id: `mer_${"3".repeat(24)}`,
  mode: "live",
  acquirer: "checkout",
  label: "Main <shop>",
  status: "active",
  currencies: ["EUR", "JPY"],
  methods: null,
  weight: 0,
  limits: { EUR: { min: 100, max: 500_000 }, JPY: { max: 900 } },
  settings: { baseUrl: "https://acquirer.example/" },
  secrets: { apiKey: { set: true, fingerprint: "0123abcd" }, old: { set: true, fingerprint: null } },
  version: 3,
  created_at: 1_700_000_000,
  changed_at: 1_700_000_060,
  callback_url: "https://pay.example/provider/checkout/callbacks/x",
};

const wordsOf = (html: { toString(): string }): string =>
  html
    .toString()
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");

describe("What operators see of routes", () => {
  const reason = (changes: Partial<RouteReason>): RouteReason => ({
    chosen: FIRST,
    candidates: [],
    ...changes,
  });
  const shown = (route: RouteReason | string | null, account: string | null = FIRST) =>
    wordsOf(
      routeOf({
        kind: "payment",
        provider: "checkout",
        facts: {
          provider_account: account,
          route: typeof route === "object" && route !== null ? JSON.stringify(route) : route,
        },
      }),
    );

  it("each account that was considered has its verdict: chosen, kept out, by which rule, or drawn against", () => {
    const all = ["disabled", "method", "brand", "currency", "amount", "unusable", "tried"] as const;
    const text = shown(
      reason({
        candidates: [
          { account: FIRST, weight: 100 },
          { account: SECOND, weight: 50 },
          { account: "acq_reserve", weight: 0 },
          { account: "acq_open", weight: 10, open: true },
          ...all.map((not) => ({ account: `acq_${not}`, weight: 1, not })),
        ],
        more: 4,
      }),
    );
    expect(text).to.contain(`${FIRST} 100 chosen ${SECOND} 50 Not chosen: it fitted, and the draw`);
    expect(text).to.contain("acq_reserve 0 Not chosen: it is in reserve, with weight 0.");
    expect(text).to.contain("acq_open 10 Not chosen: its circuit breaker was open.");
    const verdicts = all.map((not) => new RegExp(`acq_${not} 1 Not chosen: ([^.]+)\\.`).exec(text)?.[1]);
    expect(new Set(verdicts).size, verdicts.join("; ")).to.equal(all.length);
    expect(verdicts).not.to.include(undefined);
    expect(text).to.contain("4 more were considered.");
  });

  it("an account in reserve fitted where no other did, and one with an open breaker where none was closed", () => {
    const text = shown(
      reason({
        candidates: [
          { account: FIRST, weight: 10, open: true },
          { account: SECOND, weight: 0, open: true },
        ],
      }),
    );
    expect(text).to.contain("chosen though its breaker was open: no other fitted");
  });

  it("a switch to a second account names the first one, and why nothing was executed there", () => {
    const text = shown(
      reason({ chosen: SECOND, instead_of: { provider: "adyen", account: FIRST, cause: "unreachable" } }),
      SECOND,
    );
    expect(text).to.contain(`Went to ${SECOND} at checkout.`);
    expect(text).to.contain(
      `First it was sent to ${FIRST} at adyen, which executed nothing: it could not be reached.`,
    );
  });

  it("an object without a choice says so, one without a reason too, and a Refund that it goes by its Payment", () => {
    expect(shown(null, null))
      .to.contain("the installation's own acquirer, checkout")
      .and.to.contain("nothing to choose");
    expect(shown(null)).to.contain("Why is not on record.");
    expect(shown("{")).to.contain("Why is not on record.");
    const refund = routeOf({ kind: "refund", provider: "checkout", facts: { provider_account: FIRST } });
    expect(wordsOf(refund))
      .to.contain(`Went to ${FIRST} at checkout.`)
      .and.to.contain("where its Payment went");
  });
});

describe("What operators see of accounts", () => {
  const SERVICES = [
    { service: "payments", database: true, degraded: ["checkout"] },
    { service: "payouts", database: true, degraded: [] },
  ];

  it("mode, acquirer, currencies, methods, weight, limits in money, status and open breakers", () => {
    const text = wordsOf(accountsPart({ data: [ACCOUNT], has_more: true }, SERVICES, null));
    expect(text).to.contain(
      `Main &lt;shop&gt; ${FIRST} ${ACCOUNT.merchant_id} live checkout active EUR, JPY all 0, in reserve 1.00 to 5000.00 EUR, up to 900 JPY breaker open payments`,
    );
    const quiet = accountsPart(
      { data: [{ ...ACCOUNT, acquirer: "adyen" }], has_more: false },
      SERVICES,
      null,
    );
    expect(wordsOf(quiet)).to.contain("900 JPY ok");
  });

  it("pages stay with their merchant, and a service that does not answer is named, for its breakers are not known", () => {
    const silent = [{ service: "refunds", database: null, degraded: [] }];
    const html = accountsPart({ data: [ACCOUNT], has_more: true }, silent, ACCOUNT.merchant_id).toString();
    expect(html).to.contain(`#/accounts?merchant=${ACCOUNT.merchant_id}&amp;starting_after=${FIRST}`);
    expect(html).to.contain("refunds does not answer");
  });

  it("of a secret that it is set, and its act: what is active is disabled, what is not is activated as it was seen", () => {
    const html = accountPart(ACCOUNT, SERVICES).toString();
    expect(wordsOf(html)).to.contain("apiKey set (0123abcd) old set, but no key opens it");
    expect(html).to.contain(`/acquirers/${FIRST}/disable`).and.to.contain('data-typed="disable"');
    const disabled = accountPart({ ...ACCOUNT, status: "disabled" }, SERVICES).toString();
    expect(disabled)
      .to.contain("&quot;active&quot;:true,&quot;version&quot;:3")
      .and.to.contain('data-typed="activate"');
  });

  it("a check says who knows us, and is not repeated by itself, for it asks the acquirer", () => {
    const html = accountCheckPart({
      id: FIRST,
      services: [
        { service: "payments", current: true, opens: true, answered: "absent" },
        { service: "refunds", current: false, opens: false, answered: null },
        { service: "payouts", current: true, opens: true, answered: "unauthorised" },
      ],
      missing: ["reconciler"],
    }).toString();
    expect(wordsOf(html)).to.contain(
      "payments yes yes knows us refunds no no not asked payouts yes yes unauthorised",
    );
    expect(html).not.to.contain("data-live");
    expect(html).to.contain("reconciler does not answer");
  });

  it("a service that failed is told from one that did not answer, with the request to look for in its log", () => {
    const failed = [{ service: "payments", request_id: "req_1" }];
    const html = accountCheckPart({ id: FIRST, services: [], missing: ["payments", "refunds"], failed });
    expect(wordsOf(html)).to.contain(
      "Not everything is here: payments failed, see its log, request req_1; refunds does not answer.",
    );
  });
});
