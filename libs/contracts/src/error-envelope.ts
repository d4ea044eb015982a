import { Type, type Static } from "typebox";
import { closed } from "./schema.ts";

/** Of a body's faults so many are answered (docs/design/decisions.md#explained-faults). */
export const FAULTS_MAX = 20;

const ErrorFault = Type.Object(
  { code: Type.String(), message: Type.String(), param: Type.Optional(Type.String()) },
  closed,
);
export type ErrorFault = Static<typeof ErrorFault>;

/** The only shape of an error body (docs/design/specification.md#error-envelope). */
export const ErrorEnvelope = Type.Object(
  {
    error: Type.Object(
      {
        code: Type.String(),
        message: Type.String(),
        param: Type.Optional(Type.String()),
        doc_url: Type.Optional(
          Type.String({
            format: "uri",
            description: "The page of this code: what causes it, and what to do",
          }),
        ),
        errors: Type.Optional(
          Type.Array(ErrorFault, {
            maxItems: FAULTS_MAX,
            description: `Where a body has several faults: all of them, at most ${FAULTS_MAX}, the first as in \`code\` and \`param\``,
          }),
        ),
        request_id: Type.String({ pattern: "^req_[A-Za-z0-9]{24}$" }),
      },
      closed,
    ),
  },
  closed,
);
export type ErrorEnvelope = Static<typeof ErrorEnvelope>;
