import type { Language } from "../languages.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { it } from "./it.ts";
import { pl } from "./pl.ts";
import type { Texts } from "./texts.ts";

export const TEXTS: Readonly<Record<Language, Texts>> = { en, de, fr, es, it, pl };
export { fill, type StateTexts, type Texts } from "./texts.ts";
