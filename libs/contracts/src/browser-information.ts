import { Type, type Static } from "typebox";
import { named } from "./schema-name.ts";
import { closed } from "./schema.ts";

/**
 * What the payer's browser reported to the merchant. Transient processing input: it reaches the provider and
 * nothing else (docs/design/specification.md#browser-information).
 */
export const BrowserInformation = Type.Object(
  {
    accept_header: Type.String({
      minLength: 1,
      maxLength: 2048,
      format: "text",
      description: "The header Accept of the browser, of at most 2048 characters",
      examples: ["text/html,application/xhtml+xml"],
    }),
    javascript_enabled: Type.Boolean({ description: "Whether scripts run in the browser" }),
    screen_width: Type.Integer({
      minimum: 1,
      maximum: 32_768,
      description: "screen.width of the browser, in pixels",
      examples: [1920],
    }),
    screen_height: Type.Integer({
      minimum: 1,
      maximum: 32_768,
      description: "screen.height of the browser, in pixels",
      examples: [1080],
    }),
    color_depth: Type.Integer({
      minimum: 1,
      maximum: 64,
      description: "screen.colorDepth of the browser, in bits",
      examples: [24],
    }),
    user_agent: Type.String({
      minLength: 1,
      maxLength: 2048,
      format: "text",
      description: "The header User-Agent of the browser, of at most 2048 characters",
      examples: ["Mozilla/5.0"],
    }),
    language: Type.String({
      minLength: 1,
      maxLength: 35,
      format: "text",
      description: "navigator.language of the browser, of at most 35 characters",
      examples: ["en-GB"],
    }),
    time_zone_offset: Type.Integer({
      minimum: -840,
      maximum: 840,
      description: "UTC minus local time in minutes",
      examples: [-60],
    }),
    java_enabled: Type.Boolean({ description: "navigator.javaEnabled() of the browser" }),
  },
  { ...closed, description: "What the payer's browser says of itself" },
);
export type BrowserInformation = Static<typeof BrowserInformation>;
named("BrowserInformation", BrowserInformation);
