import { testKeyRingText } from "@flowlix/testkit";
import { expect } from "chai";
import { createSecretBox, newSecret, rememberOpened } from "../src/secrets/secret-box.ts";
import { parsedRing, withNotifier } from "./support/notifier-under-test.ts";

const CONTEXT = { endpoint_id: `we_${"a".repeat(24)}`, merchant_id: `mer_${"a".repeat(24)}`, livemode: true };

describe("the secret of an endpoint", () => {
  const box = createSecretBox(parsedRing(testKeyRingText("w1")));

  it("is 32 random bytes behind whsec_", () => {
    expect(newSecret())
      .to.match(/^whsec_[A-Za-z0-9+/]{43}=$/)
      .and.not.equal(newSecret());
  });

  it("is opened again for its endpoint, and for no other, merchant or mode [D9-15]", () => {
    const secret = newSecret();
    const encrypted = box.encrypt(secret, CONTEXT);
    expect(encrypted).to.match(/^1\.w1\.[A-Za-z0-9_-]+$/);
    expect(box.open(encrypted, CONTEXT)).to.equal(secret);
    for (const other of [
      { ...CONTEXT, endpoint_id: `we_${"b".repeat(24)}` },
      { ...CONTEXT, merchant_id: `mer_${"b".repeat(24)}` },
      { ...CONTEXT, livemode: false },
    ])
      expect(() => box.open(encrypted, other)).to.throw("could not be opened");
  });

  it("is not opened where anything of the box was changed", () => {
    const encrypted = box.encrypt(newSecret(), CONTEXT);
    const [version = "", key = "", bytes = ""] = encrypted.split(".");
    const flipped = bytes.replace(/^./, (first) => (first === "A" ? "B" : "A"));
    for (const wrong of [
      "",
      "1.w1",
      `1.w2.${bytes}`,
      `2.${key}.${bytes}`,
      `${version}.${key}.${flipped}`,
      encrypted.slice(0, -4),
    ])
      expect(() => box.open(wrong, CONTEXT), wrong).to.throw("could not be opened");
  });

  it("is opened under every key of the ring, and encrypted under the first", () => {
    const before = box.encrypt(newSecret(), CONTEXT);
    const rolled = createSecretBox(parsedRing(testKeyRingText("w2", "w1")));
    expect(rolled.open(before, CONTEXT)).to.equal(box.open(before, CONTEXT));
    expect(rolled.encrypt(newSecret(), CONTEXT)).to.match(/^1\.w2\./);
    const gone = createSecretBox(parsedRing(testKeyRingText("w3")));
    expect(() => gone.open(before, CONTEXT)).to.throw("could not be opened");
  });

  it("is opened as the releases before this one encrypted it", () => {
    const ring = parsedRing(`w1:${Buffer.alloc(32, 7).toString("base64")}`);
    const old = "1.w1.ZC97hNvYkyCLR6izt9wNdmqX2CFwR77-FWQ7VN97MIkPkdw7YZoQVSOeug";
    expect(createSecretBox(ring).open(old, CONTEXT)).to.equal("whsec_of_before");
  });

  it("is remembered for the same endpoint alone", () => {
    const remembering = rememberOpened(box);
    const secret = newSecret();
    const encrypted = remembering.encrypt(secret, CONTEXT);
    for (let count = 0; count < 2; count += 1) expect(remembering.open(encrypted, CONTEXT)).to.equal(secret);
    for (const other of [
      { ...CONTEXT, endpoint_id: `we_${"b".repeat(24)}` },
      { ...CONTEXT, livemode: false },
    ])
      expect(() => remembering.open(encrypted, other)).to.throw("could not be opened");
  });

  describe("at rest", () => {
    const given = withNotifier();

    it("is in no table in clear, nor is the other way to write it [D9-15]", async () => {
      const { endpoint, database } = given();
      const { secret } = await endpoint("http://127.0.0.1:1/");
      const raw = Buffer.from(secret.slice("whsec_".length), "base64").toString("hex");
      const [dump] = await database.sql(
        `select (select json_agg(e) from notifier.endpoints e)::text || coalesce((select json_agg(a) from notifier.audit a)::text, '') as text`,
      );
      expect(String(dump?.["text"])).to.contain("1.w1.");
      expect(String(dump?.["text"])).not.to.contain(secret.slice(6)).and.not.to.contain(raw);
    });
  });
});
