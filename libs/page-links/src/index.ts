export { createPageTokens, type PageTokens, type TokenKeys } from "./page-tokens.ts";
export {
  createEventFiller,
  createPageUrlFiller,
  keptPageUrl,
  mayHoldPageUrl,
  pagePath,
  type PageUrlFiller,
} from "./page-url.ts";
