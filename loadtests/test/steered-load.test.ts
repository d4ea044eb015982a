import { expect } from "chai";
import { serveVerifier, type VerifierServer } from "../verifier/server.ts";
import { createVerifier } from "../verifier/verifier.ts";

describe("the verifier of a steered load", () => {
  let served: VerifierServer;

  beforeEach(async () => {
    const verifier = createVerifier({
      baseUrl: "http://127.0.0.1:1",
      merchants: [],
      book: null,
      exclusive: true,
      webhooks: false,
      settleMs: 0,
    });
    served = await serveVerifier(verifier, "127.0.0.1", 0);
    await fetch(`${served.url}/runs`, { method: "POST" });
  });
  afterEach(() => served.close());

  const journeys = async (method: string): Promise<number> =>
    (await fetch(`${served.url}/journeys`, { method })).status;

  it("lets nothing begin once the load is ended, and answers when what is under way has come to its end", async () => {
    expect(await journeys("POST")).to.equal(201);
    let ended = false;
    const end = async (): Promise<number> => {
      const { status } = await fetch(`${served.url}/load`, { method: "DELETE" });
      ended = true;
      return status;
    };
    const ending = end();
    while ((await journeys("POST")) === 201) await journeys("DELETE");
    expect(ended).to.equal(false);
    await journeys("DELETE");
    expect(await ending).to.equal(204);
  });
});
