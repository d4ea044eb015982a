import { Type, type Static } from "typebox";
import { closed } from "./schema.ts";

/** The only shape of an error body (docs/design/specification.md#error-envelope). */
export const ErrorEnvelope = Type.Object(
  {
    error: Type.Object(
      {
        code: Type.String(),
        message: Type.String(),
        param: Type.Optional(Type.String()),
        doc_url: Type.Optional(Type.String()),
        request_id: Type.String({ pattern: "^req_[A-Za-z0-9]{24}$" }),
      },
      closed,
    ),
  },
  closed,
);
export type ErrorEnvelope = Static<typeof ErrorEnvelope>;
