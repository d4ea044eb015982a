export { isKnownTag } from "./known-tag.ts";
export { developerRoutes } from "./routes.ts";
export { siteFiles, type SiteFile } from "./site-files.ts";
