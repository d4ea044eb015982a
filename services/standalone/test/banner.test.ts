import { expect } from "chai";
import { bannerText } from "../src/banner.ts";

const READY = {
  publicUrl: "http://127.0.0.1:3000",
  apiKey: "api_test_sk_x",
  keyFile: "key",
  currency: "EUR",
} as const;

describe("The banner", () => {
  it("says where the documents and the workbench are", () => {
    const text = bannerText(READY);
    expect(text).to.match(/Documents +http:\/\/127\.0\.0\.1:3000\/docs\/\n/);
    expect(text).to.match(/Workbench +http:\/\/127\.0\.0\.1:3000\/workbench +\(open it with the key\)\n/);
  });

  it("leads to pages that are served, and to no file of the repository", () => {
    const text = bannerText(READY);
    expect(text).to.contain("(http://127.0.0.1:3000/docs/testing)");
    expect(text).not.to.match(/\.md\b/);
  });

  it("says that the amount decides, and for which cards", () => {
    expect(bannerText(READY)).to.match(/amount decides the outcome, for any card with a right check digit\n/);
  });

  it("makes the first payment in the currency that is accepted, of the same amount in minor units", () => {
    expect(bannerText({ ...READY, currency: "JPY" })).to.contain('{"amount":4999,"currency":"JPY",');
  });

  it("says that the usual port was taken, and how to have it again once it is free; else nothing of ports", () => {
    const text = bannerText({ ...READY, publicUrl: "http://127.0.0.1:17000", portTaken: 3000 });
    expect(text).to.match(
      /API +http:\/\/127\.0\.0\.1:17000\n +Port 3000 was taken .* Once it is free, PORT=3000 make start has it again\n/,
    );
    expect(bannerText(READY)).not.to.contain("PORT");
  });
});
