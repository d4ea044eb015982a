import { Type, type Static } from "typebox";
import { ERROR_CATALOGUE, isErrorCode } from "./error-catalogue.ts";
import { named } from "./schema-name.ts";
import { closed, oneOf } from "./schema.ts";

/** The most faults of one body that an answer names (docs/design/decisions.md#explained-faults). */
export const FAULTS_MAX = 20;

/**
 * New ones may be added: a client that does not know one goes by the status
 * (docs/design/specification.md#versioning-3).
 */
export const ErrorCodeName = oneOf(Object.keys(ERROR_CATALOGUE).filter(isErrorCode), {
  description: "Branch on it. Others may be added: for one that you do not know branch on the HTTP status",
});
named("ErrorCode", ErrorCodeName);

const message = Type.String({
  minLength: 1,
  description: "What was given, what is wanted and how it looks when right, for people; never branch on it",
});
const param = Type.String({
  minLength: 1,
  description: "The field, parameter or header that is meant, with points between the parts of its path",
  examples: ["billing_details.email"],
});

export const ErrorFault = Type.Object(
  { code: ErrorCodeName, message, param: Type.Optional(param) },
  { ...closed, description: "One of several faults of a body" },
);
export type ErrorFault = Static<typeof ErrorFault>;
named("ErrorFault", ErrorFault);

/** The only shape of an error body (docs/design/specification.md#error-envelope). */
export const ErrorDetails = Type.Object(
  {
    code: ErrorCodeName,
    message,
    param: Type.Optional(param),
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
    request_id: Type.String({
      pattern: "^req_[A-Za-z0-9]{24}$",
      description: "The request's own id, as in the header `Request-Id`: name it when you ask for help",
    }),
  },
  { ...closed, description: "Why a request was refused" },
);

export const ErrorEnvelope = Type.Object(
  { error: ErrorDetails },
  { ...closed, description: "The body of every answer of 4xx and 5xx" },
);
export type ErrorDetails = Static<typeof ErrorDetails>;
export type ErrorEnvelope = Static<typeof ErrorEnvelope>;
named("Error", ErrorDetails);
named("ErrorEnvelope", ErrorEnvelope);
