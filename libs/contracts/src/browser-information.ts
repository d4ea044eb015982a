import { Type, type Static } from "typebox";
import { closed } from "./schema.ts";

/**
 * What the payer's browser reported to the merchant. Transient processing input: it reaches the provider and
 * nothing else (docs/design/specification.md#browser-information).
 */
export const BrowserInformation = Type.Object(
  {
    accept_header: Type.String({ minLength: 1, maxLength: 2048, format: "text" }),
    javascript_enabled: Type.Boolean(),
    screen_width: Type.Integer({ minimum: 1, maximum: 32_768 }),
    screen_height: Type.Integer({ minimum: 1, maximum: 32_768 }),
    color_depth: Type.Integer({ minimum: 1, maximum: 64 }),
    user_agent: Type.String({ minLength: 1, maxLength: 2048, format: "text" }),
    language: Type.String({ minLength: 1, maxLength: 35, format: "text" }),
    time_zone_offset: Type.Integer({
      minimum: -840,
      maximum: 840,
      description: "UTC minus local time in minutes",
    }),
    java_enabled: Type.Boolean(),
  },
  closed,
);
export type BrowserInformation = Static<typeof BrowserInformation>;
