import { once } from "node:events";
import { connect, createServer } from "node:net";
import { gate, startReceiver, startTcpProxy, waitFor } from "@flowlix/testkit";
import { expect } from "chai";

describe("Fault points", () => {
  it("a gate holds everyone until it is opened", async () => {
    const held = gate();
    const passed: number[] = [];
    const all = Promise.all([1, 2].map((one) => held.pass().then(() => passed.push(one))));
    await held.reached;
    expect(passed).to.deep.equal([]);
    held.open();
    await all;
    await held.pass();
    expect(passed).to.deep.equal([1, 2]);
  });

  it("a proxy loses answers although the requests arrived, and can be cut and mended", async () => {
    const heard: string[] = [];
    const server = createServer((socket) => {
      socket
        .on("error", () => undefined)
        .on("data", (bytes) => {
          heard.push(String(bytes));
          socket.write("answer");
        });
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const proxy = await startTcpProxy(typeof address === "object" && address !== null ? address.port : 0);
    const client = connect(proxy.port, "127.0.0.1").on("error", () => undefined);
    client.write("one");
    expect(String((await once(client, "data"))[0])).to.equal("answer");
    proxy.loseAnswers();
    const answers: string[] = [];
    client.on("data", (bytes) => answers.push(String(bytes)));
    client.write("two");
    await waitFor("the request", () => heard.length === 2);
    proxy.cut();
    await once(client, "close");
    expect(answers).to.deep.equal([]);
    proxy.mend();
    proxy.loseAnswers("four");
    const second = connect(proxy.port, "127.0.0.1");
    second.write("three");
    expect(String((await once(second, "data"))[0])).to.equal("answer");
    second.on("data", (bytes) => answers.push(String(bytes))).write("four");
    await waitFor("the request", () => heard.includes("four"));
    proxy.cut();
    await once(second, "close");
    expect(answers).to.deep.equal([]);
    await proxy.close();
    server.close();
  });

  it("a receiver keeps what it got and answers as told, or not at all", async () => {
    const receiver = await startReceiver();
    expect((await fetch(`${receiver.url}/a?b=1`, { method: "POST", body: "hello" })).status).to.equal(200);
    receiver.answerWith((request) => ({ status: 201, body: request.body.toString().toUpperCase() }));
    expect(await (await fetch(receiver.url, { method: "POST", body: "hello" })).text()).to.equal("HELLO");
    receiver.answerWith(() => "destroy");
    expect(
      await fetch(receiver.url).then(
        () => "answered",
        () => "cut",
      ),
    ).to.equal("cut");
    const [first] = await receiver.received(3);
    expect({ method: first?.method, path: first?.path, body: String(first?.body) }).to.deep.equal({
      method: "POST",
      path: "/a?b=1",
      body: "hello",
    });
    await receiver.close();
  });

  it("waiting ends with what was waited for, or names it", async () => {
    let asked = 0;
    expect(await waitFor("three", () => (asked += 1) === 3 && asked)).to.equal(3);
    const error: unknown = await waitFor("never", () => Promise.reject(new Error("because")), 1).catch(
      (reason: unknown) => reason,
    );
    expect(String(error)).to.include("never");
  });
});
