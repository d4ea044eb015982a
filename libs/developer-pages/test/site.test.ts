import { ERROR_CATALOGUE, FAILURE_CODES } from "@flowlix/contracts";
import { siteFiles } from "@flowlix/developer-pages";
import { expect } from "chai";

const FILES = siteFiles("");
const PAGES = [...FILES].flatMap(([name, { body }]) =>
  name.endsWith(".html") ? [{ name, html: body.toString("utf8") }] : [],
);
/** What is at the same origin beside the site. */
const ELSEWHERE = new Set(["../openapi.json"]);

const htmlOf = (name: string): string => PAGES.find((page) => page.name === name)?.html ?? "";
const idsOf = (html: string): Set<string> =>
  new Set([...html.matchAll(/\sid="(?<id>[^"]+)"/g)].map(({ groups }) => groups?.["id"] ?? ""));
const linksOf = (html: string): string[] =>
  [...html.matchAll(/\s(?:href|src)="(?<link>[^"]+)"/g)].map(({ groups }) => groups?.["link"] ?? "");

/** Null where the link leads to a file of the site, and to a place of it where it names one. */
function faultOf(link: string, from: string): string | null {
  if (/^https?:/.test(link) || ELSEWHERE.has(link)) return null;
  const [path = "", anchor] = link.replace(/^\.\//, "/docs/").split("#");
  const name = path === "" ? from : path.replace(/^\/docs\//, "");
  const found = [name, `${name}.html`, `${name}index.html`].find((each) => FILES.has(each));
  if (found === undefined || (path !== "" && !path.startsWith("/docs/"))) return link;
  return anchor === undefined || idsOf(htmlOf(found)).has(decodeURIComponent(anchor)) ? null : link;
}

describe("the pages for merchants' developers", () => {
  it("have a place for every error code, which doc_url names", () => {
    expect([...idsOf(htmlOf("errors.html"))]).to.include.members(Object.keys(ERROR_CATALOGUE));
  });

  it("say of every failure code what to tell the payer", () => {
    expect([...idsOf(htmlOf("failure-codes.html"))]).to.include.members([...FAILURE_CODES]);
  });

  it("say that a cancelled challenge offers no other card", () => {
    expect(htmlOf("hosted-page.html").replaceAll(/\s+/g, " ")).to.match(
      /cancels at the bank[^.]* offered no other card/,
    );
  });

  it("lead nowhere that there is not", () => {
    const wrong = PAGES.flatMap(({ name, html }) =>
      linksOf(html)
        .flatMap((link) => faultOf(link, name) ?? [])
        .map((link) => `${name}: ${link}`),
    );
    expect(wrong).to.deep.equal([]);
  });

  it("load nothing from elsewhere", () => {
    const loaded = PAGES.flatMap(({ html }) =>
      [
        ...html.matchAll(/<(?:script|link|img|iframe|source)\b[^>]*\s(?:src|href)="(?<url>https?:[^"]*)"/g),
      ].map(({ groups }) => groups?.["url"]),
    );
    expect(loaded).to.deep.equal([]);
  });

  it("have no statement of a sample in the colour of its comments", () => {
    const line =
      /class="line"><span style="--shiki-light:(#\w+);--shiki-dark:(#\w+);">(?<word>\/\/|import|const)/g;
    const coloursOf = (html: string, isComment: boolean) =>
      [...html.matchAll(line)]
        .filter(({ groups }) => (groups?.["word"] === "//") === isComment)
        .flatMap(([, light, dark]) => [`light ${light}`, `dark ${dark}`]);
    const comments = new Set(PAGES.flatMap(({ html }) => coloursOf(html, true)));
    expect(comments.size).to.equal(2);
    const statements = new Set(PAGES.flatMap(({ html }) => coloursOf(html, false)));
    expect(statements.size).to.be.at.least(2);
    const wrong = PAGES.filter(({ html }) => coloursOf(html, false).some((colour) => comments.has(colour)));
    expect(wrong.map(({ name }) => name)).to.deep.equal([]);
  });

  it("are for another path too where the gateway is below one", () => {
    const moved = siteFiles("/pay");
    const html = moved.get("errors.html")?.body.toString("utf8") ?? "";
    expect(linksOf(html).filter((link) => link.startsWith("/"))).to.satisfy((links: string[]) =>
      links.every((link) => link.startsWith("/pay/docs/")),
    );
  });

  it("may run no script but their own", () => {
    for (const { name } of PAGES) {
      const policy = FILES.get(name)?.headers["Content-Security-Policy"] ?? "";
      expect(policy, name).to.match(/script-src 'self'(?: 'sha256-[\w+/=]+')*;/);
      expect(policy, name).to.contain("frame-ancestors 'none'");
      expect(policy, name).not.to.match(/unsafe-eval|https?:|\*/);
    }
  });
});
