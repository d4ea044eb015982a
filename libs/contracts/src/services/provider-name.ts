import { Type } from "typebox";

/** An acquirer, by the name that rows and callback paths have. */
export const ProviderName = Type.String({ minLength: 1, maxLength: 64, format: "text" });
