import { once } from "node:events";
import { createServer } from "node:http";
import { gate } from "@flowlix/testkit";
import { expect } from "chai";
import { watchdog } from "../src/distributed/watchdog.ts";

/** A watchdog of ten seconds that turns by hand; `turn` ends when what came of it has been seen. */
function watched(ask: (signal: AbortSignal) => Promise<unknown>, answersAtFirst = true) {
  let turnOnce = (): void => undefined;
  const seen = { hung: 0, asked: 0, resting: false };
  const dog = watchdog({
    silentMs: 10_000,
    ask: async (signal) => {
      seen.asked += 1;
      if (seen.asked > 1 || !answersAtFirst) await ask(signal);
    },
    onHung: () => void (seen.hung += 1),
    repeat: (turn) => {
      turnOnce = turn;
      return () => void (seen.resting = true);
    },
  });
  const turn = async (times = 1): Promise<void> => {
    for (let count = 0; count < times; count += 1) {
      if (!seen.resting) turnOnce();
      await new Promise(setImmediate);
    }
  };
  return { seen, turn, stop: () => dog.stop() };
}

describe("the watchdog of a process", () => {
  it("finds one hung that has not answered for so long, says so once, and asks no more", async () => {
    const never = gate();
    const { seen, turn } = watched(() => never.pass());
    await turn(11);
    expect(seen).to.include({ hung: 0, asked: 2 });
    await turn(5);
    expect(seen).to.deep.equal({ hung: 1, asked: 2, resting: true });
    never.open();
  });

  it("takes a late answer for one: who was busy for a moment is let be", async () => {
    let busy = gate();
    const { seen, turn } = watched(() => busy.pass());
    for (let moment = 0; moment < 5; moment += 1) {
      await turn(9);
      busy.open();
      await turn();
      busy = gate();
    }
    expect(seen.hung).to.equal(0);
  });

  it("asks again where nothing answered, and finds it hung all the same", async () => {
    const { seen, turn } = watched(() => Promise.reject(new Error("refused")));
    await turn(12);
    expect(seen).to.include({ hung: 1, asked: 11 });
  });

  it("takes nobody for hung who has never answered: its address may be one that the launcher does not reach", async () => {
    const { seen, turn } = watched(() => Promise.reject(new Error("refused")), false);
    await turn(100);
    expect(seen).to.include({ hung: 0, asked: 100 });
  });

  it("asks nobody any more, and ends the question that is under way, once it is stopped", async () => {
    const ended = gate();
    const { seen, turn, stop } = watched(async (signal) => {
      await once(signal, "abort");
      ended.open();
    });
    await turn(2);
    stop();
    await ended.pass();
    await turn(20);
    expect(seen).to.deep.equal({ hung: 0, asked: 2, resting: true });
  });

  it("goes by its own timer where it does not turn by hand", async () => {
    const server = createServer((_, response) => response.end()).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const dog = watchdog({
      silentMs: 10_000,
      ask: (signal) => fetch(`http://127.0.0.1:${port}/livez`, { signal }),
      onHung: () => undefined,
    });
    await once(server, "request");
    dog.stop();
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  });
});
