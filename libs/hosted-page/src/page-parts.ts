/**
 * What other packages make pages of: markup that escapes, and the headers of pages and files. Nothing of the page
 * itself.
 */
export { FILE_HEADERS, FILE_NOT_FOUND } from "./files.ts";
export type { PageAnswer, PageRequest, PageRoute } from "./http.ts";
export { attributes, Markup, markup, type MarkupValue } from "./markup.ts";
export { publicAddress, type PublicAddress } from "./public-address.ts";
export { pageHeaders } from "./security-headers.ts";
