import { expect } from "chai";
import { errorOf, paymentOf } from "./api.ts";
import { cli, type Merchant } from "./merchants.ts";
import type { Platform } from "./platform.ts";
import { signedBy, type Inbox, type webhooksOf } from "./webhooks.ts";

interface Webhooks {
  readonly merchant: Merchant;
  readonly hooks: ReturnType<typeof webhooksOf>;
  readonly inbox: Inbox;
}

/** What may be an endpoint, how many there may be, and what operators do to them. */
export function describeEndpointManagement(platform: () => Platform, given: () => Webhooks): void {
  it("URLs that break the rules are 400 parameter_invalid at url, when changed too [D9-14]", async () => {
    const { hooks, inbox } = given();
    const { id } = await hooks.create(inbox.receiver.url);
    for (const url of [
      "http://shop.example/",
      "https://user:secret@shop.example/",
      "https://shop.example/#part",
      "https://10.0.0.1/",
      "https://169.254.169.254/latest/meta-data/",
      "https://[::ffff:10.0.0.1]/",
      "https://0xa9fea9fe/",
      "https://[fd00::1]/",
    ]) {
      for (const answer of [
        await hooks.send("POST", "/v1/webhook_endpoints", { url, enabled_events: ["*"] }),
        await hooks.send("PATCH", `/v1/webhook_endpoints/${id}`, { url }),
      ]) {
        const { code, param } = errorOf(answer);
        expect([answer.status, code, param], url).to.deep.equal([400, "parameter_invalid", "url"]);
      }
    }
  });

  it("a mode has sixteen endpoints at most; the next is 422 limit_exceeded, and a deleted one makes room [D9-11]", async () => {
    const { hooks, inbox } = given();
    const made = [];
    for (let nth = 0; nth < 16; nth += 1) made.push(await hooks.create(`${inbox.receiver.url}/${nth}`));
    const body = { url: inbox.receiver.url, enabled_events: ["*"] };
    const refused = await hooks.send("POST", "/v1/webhook_endpoints", body);
    expect([refused.status, errorOf(refused).code]).to.deep.equal([422, "limit_exceeded"]);
    await hooks.remove(made[0]?.id ?? "");
    expect((await hooks.send("POST", "/v1/webhook_endpoints", body)).status).to.equal(201);
  });

  it("operators manage endpoints with the command-line tool, and their acts are in the audit log [D9-16]", async () => {
    const { merchant, hooks, inbox } = given();
    const whose = ["--merchant", merchant.id, "--mode", "sandbox"];
    const as = ["--actor", "operator-of-webhooks"];
    const url = inbox.receiver.url;
    const { id, secret } = await cli<{ id: string; secret: string }>(
      platform(),
      "webhook",
      "create",
      ...whose,
      "--url",
      url,
      ...as,
    );
    const paid = paymentOf(await merchant.api.create());
    const { id: eventId } = await inbox.arrived("payment.succeeded", paid.id);
    expect(signedBy(secret, inbox.receiver.requests[0]!)).to.deep.equal([true, true]);
    await cli(platform(), "event", "resend", eventId, ...as);
    await inbox.receiver.received(2);
    await cli(platform(), "webhook", "roll-secret", id, ...as);
    await cli(platform(), "webhook", "end-overlap", id, ...as);
    await cli(platform(), "webhook", "update", id, "--status", "disabled", ...as);
    expect(await hooks.read(id)).to.include({ status: "disabled", disabled_reason: "operator" });
    await cli(platform(), "webhook", "delete", id, ...as);
    const { entries } = await cli<{ entries: { actor: string; act: string; service: string }[] }>(
      platform(),
      "audit",
      "list",
    );
    const acts = entries.filter(({ actor }) => actor === "operator-of-webhooks");
    expect(acts).to.have.length(6);
    expect(new Set(acts.map(({ service }) => service))).to.deep.equal(new Set(["notifier"]));
    expect(JSON.stringify(entries)).not.to.contain("whsec_");
  });
}
