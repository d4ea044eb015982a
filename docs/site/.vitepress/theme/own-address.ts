/** Where `make start` serves the platform unless told otherwise, as samples are written. */
const DEFAULT = "http://127.0.0.1:3000";

/**
 * Where the installation is whose pages are at `pages`: one folder above them. That may be below a path of its origin,
 * where something else answers, and no sample may send a key there.
 */
export const ownAddress = (pages: URL): string => new URL("..", pages).href.replace(/\/$/, "");

/** Samples of a page that is read at an installation name that installation; copied, too, for it is what is shown. */
export function showOwnAddress(page: Document, own: string): void {
  for (const sample of page.querySelectorAll(".vp-doc pre code")) {
    const texts = page.createTreeWalker(sample, NodeFilter.SHOW_TEXT);
    while (texts.nextNode() !== null) {
      const { currentNode: text } = texts;
      const said = text.nodeValue ?? "";
      if (said.includes(DEFAULT)) text.nodeValue = said.replaceAll(DEFAULT, own);
    }
  }
}
