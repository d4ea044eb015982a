/** A colour and the one of black and white that is readable on it. */
export interface BrandColours {
  /** `#rrggbb` in lower case: letters of a style sheet and nothing else. */
  readonly brand: string;
  readonly onBrand: "#000000" | "#ffffff";
}

const COLOUR = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/;
const DEFAULT = "#1d3b5c";

/**
 * What a page is coloured with. Text stands on the merchant's colour in black or white, whichever
 * contrasts more (never less than 4.58 : 1, so WCAG AA holds for every colour), and no text is ever
 * written in the merchant's colour. What is no colour counts as none.
 */
export function brandColours(colour: string | null): BrandColours {
  const brand = colour !== null && COLOUR.test(colour.toLowerCase()) ? colour.toLowerCase() : DEFAULT;
  const luminance = luminanceOf(brand);
  const blackReadsBetter = contrastOf(luminance, 0) > contrastOf(1, luminance);
  return { brand, onBrand: blackReadsBetter ? "#000000" : "#ffffff" };
}

/** WCAG 2.2, contrast ratio of two relative luminances. */
export const contrastOf = (lighter: number, darker: number): number => (lighter + 0.05) / (darker + 0.05);

/** WCAG 2.2, relative luminance of `#rrggbb`: 0 for black, 1 for white. */
export function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (COLOUR.exec(colour) ?? []).slice(1).map(linear);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(hex: string): number {
  const value = Number.parseInt(hex, 16) / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
