import { createHash } from "node:crypto";
import { createAccountSecrets } from "@flowlix/provider";
import { expect } from "chai";

const key = (seed: string) => createHash("sha256").update(seed).digest();

function ringOf(...ids: readonly [string, ...string[]]) {
  return {
    active: { id: ids[0], key: key(ids[0]) },
    ids,
    byId: (id: string) => (ids.includes(id) ? key(id) : undefined),
  };
}

const OWNER = {
  id: `acq_${"a".repeat(24)}`,
  merchant_id: `mer_${"m".repeat(24)}`,
  livemode: true,
  provider: "acme",
};

describe("The secrets of an acquirer account", () => {
  const secrets = createAccountSecrets(ringOf("k1"));
  const encrypted = secrets.encrypt(OWNER, "apiKey", "key of the acquirer");

  it("open for their account and name, and for no other account, merchant, mode, acquirer or name", () => {
    expect(secrets.open({ ...OWNER, secrets: { apiKey: encrypted } })).to.deep.equal({
      apiKey: "key of the acquirer",
    });
    for (const other of [
      { ...OWNER, id: `acq_${"b".repeat(24)}` },
      { ...OWNER, merchant_id: `mer_${"n".repeat(24)}` },
      { ...OWNER, livemode: false },
      { ...OWNER, provider: "other" },
    ])
      expect(() => secrets.open({ ...other, secrets: { apiKey: encrypted } })).to.throw(
        "could not be opened",
      );
    expect(() => secrets.open({ ...OWNER, secrets: { webhookKey: encrypted } })).to.throw(
      "could not be opened",
    );
  });

  it("are encrypted under the ring's first key, and every key of the ring opens what it encrypted", () => {
    expect(encrypted).to.match(/^1\.k1\./);
    const rotated = createAccountSecrets(ringOf("k2", "k1"));
    expect(rotated.open({ ...OWNER, secrets: { apiKey: encrypted } }).apiKey).to.equal("key of the acquirer");
    expect(rotated.encrypt(OWNER, "apiKey", "x")).to.match(/^1\.k2\./);
    const without = createAccountSecrets(ringOf("k2"));
    expect(() => without.open({ ...OWNER, secrets: { apiKey: encrypted } })).to.throw("could not be opened");
  });

  it("are told apart by a short fingerprint under the ring's first key, which no other key gives", () => {
    const print = (ring: typeof secrets) =>
      ring.fingerprint({ ...OWNER, secrets: { apiKey: encrypted } }, "apiKey");
    expect(print(secrets)).to.match(/^[0-9a-f]{8}$/);
    const again = secrets.encrypt(OWNER, "apiKey", "key of the acquirer");
    expect(secrets.fingerprint({ ...OWNER, secrets: { apiKey: again } }, "apiKey")).to.equal(print(secrets));
    const another = secrets.encrypt(OWNER, "apiKey", "another key");
    expect(secrets.fingerprint({ ...OWNER, secrets: { apiKey: another } }, "apiKey")).not.to.equal(
      print(secrets),
    );
    expect(print(createAccountSecrets(ringOf("k2", "k1")))).not.to.equal(print(secrets));
    expect(print(createAccountSecrets(ringOf("k2")))).to.equal(null);
  });
});
