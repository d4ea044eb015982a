import { createFileAnswers } from "./answer-file.ts";
import type { PageAnswer, PageRequest, PageRoute } from "./http.ts";
import { landingDocument, landingPage } from "./landing.ts";
import { siteFiles, type SiteFile } from "./site-files.ts";

const NOT_FOUND = "404.html";

/**
 * What merchants' developers read, of the installation at `publicUrl` (without a slash at its end): the site below
 * `/docs/`, `/` and the icons. All of it is in memory (docs/decisions/0090-developer-pages.md).
 */
export function developerRoutes(publicUrl: string): readonly PageRoute[] {
  const basePath = new URL(publicUrl).pathname.replace(/\/$/, "");
  const files = siteFiles(basePath);
  const answer = createFileAnswers();
  const known = (name: string): SiteFile => {
    const file = files.get(name);
    if (file === undefined) throw new Error(`the site was built without ${name}`);
    return file;
  };
  const serve =
    (file: SiteFile) =>
    async (request: PageRequest): Promise<PageAnswer> =>
      answer(file, request);
  const [html, json, notFound] = [landingPage(basePath), landingDocument(publicUrl), known(NOT_FOUND)];

  async function page(request: PageRequest): Promise<PageAnswer> {
    const file = fileOf(files, request.params["*"] ?? null);
    return file === undefined ? answer(notFound, request, 404) : answer(file, request);
  }

  return [
    {
      method: "GET",
      template: "/",
      handle: async (request) => answer(asksForPage(request) ? html : json, request),
    },
    { method: "GET", template: "/docs", handle: async () => redirect(`${basePath}/docs/`) },
    { method: "GET", template: "/docs/*", handle: page },
    { method: "GET", template: "/favicon.ico", handle: serve(known("favicon.ico")) },
    { method: "GET", template: "/favicon.svg", handle: serve(known("favicon.svg")) },
  ];
}

/** Pages have addresses without their ending; the ending does no harm. */
function fileOf(files: ReadonlyMap<string, SiteFile>, path: string | null): SiteFile | undefined {
  if (path === null) return undefined;
  return files.get(path) ?? files.get(path === "" ? "index.html" : `${path}.html`);
}

const asksForPage = ({ headers }: PageRequest): boolean => (headers.accept ?? "").includes("text/html");

const redirect = (location: string): PageAnswer => ({
  status: 308,
  body: Buffer.alloc(0),
  contentType: "text/plain; charset=utf-8",
  headers: { Location: location, "Cache-Control": "public, max-age=300" },
});
