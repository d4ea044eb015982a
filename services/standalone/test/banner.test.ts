import { expect } from "chai";
import { bannerText } from "../src/banner.ts";

describe("The banner", () => {
  it("says where the documents and the workbench are", () => {
    const text = bannerText({ publicUrl: "http://127.0.0.1:3000", apiKey: "api_test_sk_x", keyFile: "key" });
    expect(text).to.match(/Documents +http:\/\/127\.0\.0\.1:3000\/docs\/\n/);
    expect(text).to.match(/Workbench +http:\/\/127\.0\.0\.1:3000\/workbench +\(open it with the key\)\n/);
  });
});
