import { expect } from "chai";
import { serveWitness, type WitnessServer } from "../witness/server.ts";
import { createWitness } from "../witness/witness.ts";

describe("the witness of a steered load", () => {
  let served: WitnessServer;

  beforeEach(async () => {
    const witness = createWitness({
      baseUrl: "http://127.0.0.1:1",
      merchants: [],
      book: null,
      exclusive: true,
      webhooks: false,
      settleMs: 0,
    });
    served = await serveWitness(witness, "127.0.0.1", 0);
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
