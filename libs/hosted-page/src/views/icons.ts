import { markup, type Markup } from "../markup.ts";

/** Pictures that say nothing which the text beside them does not say. */
const icon = (shape: Markup, name: string): Markup =>
  markup`<svg class="icon ${name}" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">${shape}</svg>`;

export const lock = (): Markup =>
  icon(
    markup`<path fill="currentColor" d="M12 2a5 5 0 0 0-5 5v3H6a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-8a2 2 0 0 0-2-2h-1V7a5 5 0 0 0-5-5Zm-3 8V7a3 3 0 0 1 6 0v3H9Z"/>`,
    "lock",
  );

export const shield = (): Markup =>
  icon(
    markup`<path fill="currentColor" fill-rule="evenodd" d="M12 1.5 4 4.5v6c0 5.4 3.4 10.2 8 12 4.6-1.8 8-6.6 8-12v-6l-8-3Zm-1.2 14.7 6.4-6.4-1.4-1.4-5 5-2.5-2.5-1.4 1.4 3.9 3.9Z"/>`,
    "shield",
  );

export const tick = (): Markup =>
  icon(
    markup`<circle cx="12" cy="12" r="11" fill="currentColor"/><path d="m7 12.5 3.4 3.4L17 9" fill="none" stroke="var(--surface)" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/>`,
    "good",
  );

export const cross = (): Markup =>
  icon(
    markup`<circle cx="12" cy="12" r="11" fill="currentColor"/><path d="m8.5 8.5 7 7m0-7-7 7" fill="none" stroke="var(--surface)" stroke-width="2.2" stroke-linecap="round"/>`,
    "bad",
  );

export const clock = (): Markup =>
  icon(
    markup`<circle cx="12" cy="12" r="11" fill="currentColor"/><path d="M12 6.5V12l3.5 2.2" fill="none" stroke="var(--surface)" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/>`,
    "neutral",
  );

export const bank = (): Markup =>
  icon(
    markup`<path fill="currentColor" d="m12 2 10 5.5V10H2V7.5Zm-8 10h3v6H4Zm6.5 0h3v6h-3ZM17 12h3v6h-3ZM2 19.5h20V22H2Z"/>`,
    "neutral",
  );

/** Turns while something is being waited for. */
export const spinner = (): Markup => markup`<span class="spinner" aria-hidden="true"></span>`;
