import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { guardedFolder, startReceiver, type GuardedFolder, type HttpReceiver } from "@flowlix/testkit";
import { expect } from "chai";
import { KEY, ran } from "./support/ran.ts";

const OTHER = KEY.replace("0123", "9876");

describe("profiles of the merchants' command line", () => {
  let folder: GuardedFolder;
  let api: HttpReceiver;
  beforeEach(async () => {
    folder = guardedFolder("command-line");
    api = await startReceiver(() => ({ status: 200, body: '{"data":[],"has_more":false}' }));
  });
  afterEach(async () => {
    await api.close();
    await folder.remove();
  });

  const env = () => ({ XDG_CONFIG_HOME: folder.path });
  const file = () => join(folder.path, "flowlix", "config.json");
  const login = (key: string, ...argv: string[]) =>
    ran(["login", "--url", api.url, ...argv], { env: env(), stdin: `${key}\n` });

  it("login tries the key and keeps it in a file that its owner alone can read, and prints it nowhere", async () => {
    const { code, stdout, stderr } = await login(KEY);
    expect(code, stderr).to.equal(0);
    expect(stdout).to.contain(`Logged in to ${api.url} (Sandbox). Kept as default in ${file()}`);
    expect(stdout + stderr).not.to.contain(KEY);
    expect(api.requests[0]?.headers.authorization).to.equal(`Bearer ${KEY}`);
    expect(statSync(file()).mode & 0o777).to.equal(0o600);
    expect(statSync(join(folder.path, "flowlix")).mode & 0o777).to.equal(0o700);
    expect((await ran(["events", "list"], { env: env() })).code).to.equal(0);
  });

  it("a key that is not accepted is not kept", async () => {
    api.answerWith(() => ({
      status: 401,
      body: JSON.stringify({
        error: { code: "invalid_api_key", message: "No such key.", request_id: "req_1" },
      }),
    }));
    const { code, stderr } = await login(KEY);
    expect([code, stderr.split("\n")[0]]).to.deep.equal([5, "flowlix: No such key."]);
    expect((await ran(["profiles", "--json"], { env: env() })).stdout).to.equal('{"data":[]}\n');
  });

  it("the placeholder of the documents is asked of the platform, which says what it is", async () => {
    await login("api_test_sk_YOUR_KEY");
    expect(api.requests[0]?.headers.authorization).to.equal("Bearer api_test_sk_YOUR_KEY");
  });

  it("several stand side by side, are chosen by --profile or FLOWLIX_PROFILE, and are forgotten one by one", async () => {
    await login(KEY);
    await login(OTHER, "--profile", "shop");
    const asked = async (argv: readonly string[], more: Record<string, string> = {}) => {
      await ran([...argv, "events", "list"], { env: { ...env(), ...more } });
      return api.requests.at(-1)?.headers.authorization;
    };
    expect(await asked([])).to.equal(`Bearer ${KEY}`);
    expect(await asked(["--profile", "shop"])).to.equal(`Bearer ${OTHER}`);
    expect(await asked([], { FLOWLIX_PROFILE: "shop" })).to.equal(`Bearer ${OTHER}`);
    const listed = await ran(["profiles"], { env: env() });
    expect(listed.stdout).to.match(/default +Sandbox +http[\s\S]*shop +Sandbox/);
    expect(listed.stdout).not.to.contain("api_test_sk_");
    expect((await ran(["logout", "--profile", "shop"], { env: env() })).code).to.equal(0);
    expect(readFileSync(file(), "utf8")).to.contain(KEY).and.not.contain(OTHER);
    expect((await ran(["logout", "--profile", "shop"], { env: env() })).code).to.equal(2);
  });

  it("the environment's address and key go before the profile `default`, and not before one that is named", async () => {
    await login(KEY);
    const both = { ...env(), FLOWLIX_URL: api.url, FLOWLIX_KEY: OTHER };
    await ran(["events", "list"], { env: both });
    expect(api.requests.at(-1)?.headers.authorization).to.equal(`Bearer ${OTHER}`);
    await ran(["events", "list", "--profile", "default"], { env: both });
    expect(api.requests.at(-1)?.headers.authorization).to.equal(`Bearer ${KEY}`);
  });

  it("a file that others can read, or that is none of ours, is refused and named", async () => {
    await login(KEY);
    chmodSync(file(), 0o644);
    const open = await ran(["events", "list"], { env: env() });
    expect([open.code, open.stderr]).to.deep.equal([
      5,
      `flowlix: ${file()} can be read by others: chmod 600 it\n`,
    ]);
    chmodSync(file(), 0o600);
    writeFileSync(file(), '{"profiles": 7');
    expect((await ran(["events", "list"], { env: env() })).stderr).to.contain("is not what login writes");
  });
});
