import { expect } from "chai";
import { checkedRedirect } from "../src/redirect-url.ts";

const live = { redirectHosts: ["acquirer.example", "acquirer.example:8443"], allowLoopbackHttp: false };
const sandbox = {
  redirectHosts: ["127.0.0.1:4010", "localhost:4010", "[::1]:4010", "acquirer.example", "10.0.0.5"],
  allowLoopbackHttp: true,
};

const ACCEPTED: readonly (readonly [url: string, rules: typeof live])[] = [
  ["https://acquirer.example/c/1?x=%20#y", live],
  ["https://acquirer.example:8443/c", live],
  ["http://127.0.0.1:4010/challenge/x", sandbox],
  ["http://localhost:4010/challenge/x", sandbox],
  ["http://[::1]:4010/challenge/x", sandbox],
];

const REFUSED: readonly (readonly [why: string, url: string, rules: typeof live])[] = [
  ["plain http", "http://acquirer.example/", live],
  [
    "plain http to loopback in live mode",
    "http://127.0.0.1:4010/",
    { ...live, redirectHosts: ["127.0.0.1:4010"] },
  ],
  ["plain http to another machine in Sandbox", "http://acquirer.example/", sandbox],
  ["plain http to a private address", "http://10.0.0.5/", sandbox],
  ["a loopback port that is not the provider's", "http://127.0.0.1:4011/", sandbox],
  ["another host", "https://evil.example/", live],
  ["a host below the provider's", "https://a.acquirer.example/", live],
  ["a host that begins like the provider's", "https://acquirer.example.evil.example/", live],
  ["another port", "https://acquirer.example:444/", live],
  ["user info", "https://user@acquirer.example/", live],
  ["user info that looks like the host", "https://acquirer.example@evil.example/", live],
  ["a password", "https://:x@acquirer.example/", live],
  ["a backslash", "https://evil.example\\@acquirer.example/", live],
  ["a backslash as a slash", "https:\\\\acquirer.example/", live],
  ["a line break", "https://acquirer.example/\nx", live],
  ["a tab within the scheme", "java\tscript:alert(1)", live],
  ["a space in front", " https://acquirer.example/", live],
  ["letters beyond ASCII", "https://acquirеr.example/", live],
  ["a script", "javascript:alert(1)", live],
  ["data", "data:text/html,x", live],
  ["no scheme", "//acquirer.example/", live],
  ["a path", "/challenge/1", live],
  ["nothing", "", live],
  ["more than 2048 characters", `https://acquirer.example/${"x".repeat(2048)}`, live],
];

describe("a place to which a payer may be sent", () => {
  for (const [url, rules] of ACCEPTED) {
    it(`may be ${url}`, () => {
      expect(checkedRedirect(url, rules)).to.equal(url);
    });
  }
  for (const [why, url, rules] of REFUSED) {
    it(`may not have ${why}`, () => {
      expect(checkedRedirect(url, rules)).to.equal(null);
    });
  }
});
