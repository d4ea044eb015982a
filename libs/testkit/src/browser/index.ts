export type { Browser, Page } from "playwright-core";
export { expectAccessible } from "./accessibility.ts";
export { findChromium } from "./find-chromium.ts";
export { screenshot } from "./screenshot.ts";
export { visitor, type Visitor, type VisitorOptions } from "./visitor.ts";
export { withBrowser } from "./with-browser.ts";
