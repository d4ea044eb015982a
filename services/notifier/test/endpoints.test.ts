import { expect } from "chai";
import { newId } from "@flowlix/runtime";
import { createEndpoint } from "../src/endpoints/create-endpoint.ts";
import { deleteEndpoint } from "../src/endpoints/delete-endpoint.ts";
import { getEndpoint } from "../src/endpoints/get-endpoint.ts";
import { listEndpoints } from "../src/endpoints/list-endpoints.ts";
import { endOverlap } from "../src/endpoints/end-overlap.ts";
import { rollSecret } from "../src/endpoints/roll-secret.ts";
import { updateEndpoint } from "../src/endpoints/update-endpoint.ts";
import { listDeliveries } from "../src/deliveries/list-deliveries.ts";
import { withNotifier } from "./support/notifier-under-test.ts";

const URL = "http://127.0.0.1:9/hooks";

const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => "nothing refused",
    (error: { type?: string; param?: string }) => [error.type, error.param],
  );

describe("webhook endpoints", () => {
  const given = withNotifier();

  it("are shown with what they were made with, and their secret by the create alone", async () => {
    const { notifier, scope } = given();
    const made = await createEndpoint(notifier.deps, {
      scope,
      url: URL,
      enabled_events: ["refund.succeeded", "payment.failed", "refund.succeeded"],
      description: "orders",
    });
    const { secret, ...endpoint } = made;
    expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(endpoint).to.deep.equal({
      id: endpoint.id,
      url: URL,
      enabled_events: ["refund.succeeded", "payment.failed"],
      description: "orders",
      status: "enabled",
      disabled_reason: null,
      failing_since: null,
      livemode: false,
      created_at: endpoint.created_at,
    });
    expect(endpoint.id).to.match(/^we_[A-Za-z0-9]{24}$/);
    expect(await getEndpoint(notifier.deps, { scope, endpoint_id: endpoint.id })).to.deep.equal(endpoint);
  });

  for (const types of [
    [],
    ["*", "payment.failed"],
    ["payment.*"],
    ["payment.pending"],
    ["PAYMENT.FAILED"],
    [""],
  ])
    it(`may not ask for ${JSON.stringify(types)}`, async () => {
      const { endpoint, notifier, scope } = given();
      expect(await refusal(endpoint(URL, types))).to.deep.equal(["parameter_invalid", "enabled_events"]);
      const { id } = await endpoint(URL);
      const update = updateEndpoint(notifier.deps, { scope, endpoint_id: id, enabled_events: types });
      expect(await refusal(update)).to.deep.equal(["parameter_invalid", "enabled_events"]);
    });

  it("are sixteen in a mode at most, however many are made at once [D9-11]", async () => {
    const { endpoint, notifier, scope } = given();
    const made = await Promise.allSettled(Array.from({ length: 20 }, () => endpoint(URL)));
    expect(made.filter(({ status }) => status === "fulfilled")).to.have.length(16);
    expect(await refusal(endpoint(URL))).to.deep.equal(["limit_exceeded", undefined]);
    const error: unknown = await endpoint(URL).catch((refused: unknown) => refused);
    expect(error)
      .to.have.property("explanation")
      .that.contains("are 16 webhook endpoints in this mode, and 16 is");
    const live = { ...scope, livemode: true };
    await endpoint("https://8.8.8.8/", ["*"], live);
    const all = await listEndpoints(notifier.deps, {
      scope,
      limit: 100,
      starting_after: null,
      ending_before: null,
    });
    expect([all.data.length, all.has_more]).to.deep.equal([16, false]);
    await deleteEndpoint(notifier.deps, { scope, endpoint_id: all.data[0]?.id ?? "" });
    expect(await endpoint(URL)).to.include({ status: "enabled" });
  });

  it("are listed newest first in both directions", async () => {
    const { endpoint, notifier, scope } = given();
    const newestFirst: string[] = [];
    for (let count = 0; count < 5; count += 1) newestFirst.unshift((await endpoint(URL)).id);
    const list = async (limit: number, from: { starting_after?: string; ending_before?: string } = {}) => {
      const { data, has_more } = await listEndpoints(notifier.deps, {
        scope,
        limit,
        starting_after: from.starting_after ?? null,
        ending_before: from.ending_before ?? null,
      });
      return [data.map(({ id }) => newestFirst.indexOf(id)), has_more];
    };
    const at = (index: number) => newestFirst[index] ?? "";
    expect(await list(2)).to.deep.equal([[0, 1], true]);
    expect(await list(5)).to.deep.equal([[0, 1, 2, 3, 4], false]);
    expect(await list(2, { starting_after: at(1) })).to.deep.equal([[2, 3], true]);
    expect(await list(9, { ending_before: at(2) })).to.deep.equal([[0, 1], false]);
    expect(await list(1, { ending_before: at(2) })).to.deep.equal([[1], true]);
    for (const param of ["starting_after", "ending_before"] as const)
      expect(await refusal(list(1, { [param]: newId("webhook_endpoint") }))).to.deep.equal([
        "invalid_search_criteria",
        param,
      ]);
  });

  it("that were deleted are told to be no place of their list any more", async () => {
    const { endpoint, notifier, scope } = given();
    await endpoint(URL);
    const { id: endpoint_id } = await endpoint(URL);
    await deleteEndpoint(notifier.deps, { scope, endpoint_id });
    const page = { scope, limit: 10, starting_after: endpoint_id, ending_before: null };
    const refused = await listEndpoints(notifier.deps, page).catch((error: unknown) => error);
    expect(refused).to.include({
      type: "invalid_search_criteria",
      explanation:
        "starting_after names nothing that this list has: it is of another list, or was deleted. Send the id of an object that a page of it shows now, or begin anew without starting_after.",
    });
  });

  it("change only where something is given [D9-9]", async () => {
    const { endpoint, notifier, scope } = given();
    const { secret: _, ...before } = await endpoint(URL);
    const update = (changes: object) =>
      updateEndpoint(notifier.deps, { scope, endpoint_id: before.id, ...changes });
    expect(await update({})).to.deep.equal(before);
    expect(await update({ description: "new" })).to.deep.equal({ ...before, description: "new" });
    expect(await update({ description: null })).to.deep.equal(before);
    expect(await update({ enabled_events: ["*"], url: `${URL}2` })).to.deep.equal({
      ...before,
      url: `${URL}2`,
    });
    expect(await refusal(update({ url: "https://10.0.0.1/" }))).to.deep.equal(["parameter_invalid", "url"]);
    expect(await update({ status: "disabled" })).to.include({ disabled_reason: "merchant" });
    expect(await update({ status: "disabled", description: "off" })).to.include({
      disabled_reason: "merchant",
    });
    expect(await update({ status: "enabled" })).to.include({ disabled_reason: null, status: "enabled" });
  });

  it("are another merchant's, or mode's, for nobody else", async () => {
    const { endpoint, notifier, scope } = given();
    const { id: endpoint_id } = await endpoint(URL);
    for (const other of [
      { ...scope, merchant_id: newId("merchant") },
      { ...scope, livemode: true },
    ]) {
      const asked = { scope: other, endpoint_id };
      const page = { limit: 10, starting_after: null, ending_before: null };
      for (const act of [
        () => getEndpoint(notifier.deps, asked),
        () => updateEndpoint(notifier.deps, { ...asked, status: "disabled" }),
        () => deleteEndpoint(notifier.deps, asked),
        () => rollSecret(notifier.deps, { ...asked, overlap_seconds: 0 }),
        () => endOverlap(notifier.deps, asked),
        () => listDeliveries(notifier.deps, { ...asked, ...page }),
      ])
        expect(await refusal(act())).to.deep.equal(["object_not_found", "webhook_endpoint_id"]);
    }
    expect(await getEndpoint(notifier.deps, { scope, endpoint_id })).to.include({ status: "enabled" });
  });

  it("are gone once deleted, and so is their log; what was pending is cancelled [D9-9]", async () => {
    const { endpoint, notifier, scope, accept, database } = given();
    const { id: endpoint_id } = await endpoint(URL);
    await accept(3);
    expect(await deleteEndpoint(notifier.deps, { scope, endpoint_id })).to.deep.equal({
      id: endpoint_id,
      deleted: true,
    });
    expect(await refusal(getEndpoint(notifier.deps, { scope, endpoint_id }))).to.include("object_not_found");
    expect((await notifier.deps.queues.cancelDead()).more).to.equal(false);
    expect(
      await database.sql("select distinct status, next_attempt_at from notifier.deliveries"),
    ).to.deep.equal([{ status: "canceled", next_attempt_at: null }]);
  });

  it("changed by an operator say so in the audit log, in the act's own transaction, without a secret [D9-16]", async () => {
    const { notifier, scope, database } = given();
    const actor = "ops@example";
    const { id: endpoint_id, secret } = await createEndpoint(notifier.deps, {
      scope,
      url: URL,
      enabled_events: ["*"],
      description: null,
      actor,
    });
    const asked = { scope, endpoint_id, actor };
    const disabled = await updateEndpoint(notifier.deps, { ...asked, status: "disabled" });
    expect(disabled.disabled_reason).to.equal("operator");
    const rolled = await rollSecret(notifier.deps, { ...asked, overlap_seconds: 60 });
    await endOverlap(notifier.deps, asked);
    await deleteEndpoint(notifier.deps, asked);
    const acts = await database.sql(
      "select actor, act, detail::text as detail from notifier.audit where subject = $1 order by id",
      [endpoint_id],
    );
    expect(acts.map(({ act }) => act)).to.deep.equal(
      ["create", "update", "roll_secret", "end_overlap", "delete"].map((act) => `webhook_endpoint.${act}`),
    );
    expect(new Set(acts.map((act) => act["actor"]))).to.deep.equal(new Set([actor]));
    for (const text of [secret, rolled.secret]) expect(JSON.stringify(acts)).not.to.contain(text.slice(6));
  });
});
