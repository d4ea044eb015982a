import { acceptedLanguage, type Language } from "@flowlix/hosted-page/languages";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ActionUrlOf } from "../orders/order.ts";
import type { Pool } from "../pool.ts";
import { challengePage, messagePage, pageHeaders } from "./challenge-page.ts";
import type { ChallengeSecrets } from "./challenge-secrets.ts";
import { findChallenge, finishChallenge, leaveChallenge, type Challenge } from "./challenge-store.ts";

export interface ChallengeRoutesDeps {
  readonly hot: Pool;
  readonly read: Pool;
  readonly secrets: ChallengeSecrets;
  readonly actionUrlOf: ActionUrlOf;
}

interface Route {
  Params: { readonly token: string; readonly number?: string };
}

/** The first challenge of an order has no number in its address. */
export const challengePath = (token: string, number: number): string =>
  `/challenge/${token}${number === 1 ? "" : `/${number}`}`;

const PATHS = ["/challenge/:token", "/challenge/:token/:number"];

/** The challenge that an address means; NaN where it means none. */
function numberOf({ number }: Route["Params"]): number {
  if (number === undefined) return 1;
  return /^[1-9][0-9]{0,8}$/.test(number) && number !== "1" ? Number(number) : Number.NaN;
}

const FORM_MAX_BYTES = 1_024;

/** The page a payer is sent to, and what their browser posts from it (docs/sandbox-acquirer.md, 3D Secure page). */
export function challengeRoutes(app: FastifyInstance, deps: ChallengeRoutesDeps): void {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: FORM_MAX_BYTES },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  for (const path of PATHS) {
    app.get<Route>(path, (request, reply) => showChallenge(deps, request, reply));
    app.post<Route>(path, (request, reply) => takeAnswer(deps, request, reply));
  }
}

type Request = FastifyRequest<Route>;

/** The challenge behind an address; undefined for one that was never given out. */
async function challengeOf(
  { read, secrets }: ChallengeRoutesDeps,
  { params }: Request,
): Promise<{ readonly challenge: Challenge; readonly number: number; readonly hash: Buffer } | undefined> {
  const hash = secrets.hashOf(params.token);
  const challenge = await findChallenge(read, hash);
  const number = numberOf(params);
  return challenge !== undefined && number <= challenge.number ? { challenge, number, hash } : undefined;
}

async function showChallenge(deps: ChallengeRoutesDeps, request: Request, reply: FastifyReply) {
  const found = await challengeOf(deps, request);
  if (found === undefined) return unknownChallenge(request, reply);
  const { challenge, number } = found;
  const returnUrl = returnUrlOf(deps, challenge);
  // Closed by an answer of the payer's or by the merchant: either way it leads on.
  if (isOver(challenge)) return redirectTo(reply, returnUrl);
  if (number < challenge.number) return redirectTo(reply, currentUrl(deps, challenge));
  const html = challengePage(challenge.language ?? languageOf(request), challenge);
  return reply.headers(pageHeaders(new URL(returnUrl).origin)).send(html);
}

async function takeAnswer(deps: ChallengeRoutesDeps, request: Request, reply: FastifyReply) {
  const found = await challengeOf(deps, request);
  if (found === undefined) return unknownChallenge(request, reply);
  const { challenge, number, hash } = found;
  const action = actionOf(request.body);
  if (action === undefined) return badAction(request, reply);
  // The payer may come back: as at a bank, to a challenge of its own.
  if (action === "cancel") await leaveChallenge(deps.hot, hash, number);
  // A page that was left answers nothing any more; the payer is shown the one that counts.
  else if (number < challenge.number && !isOver(challenge))
    return redirectTo(reply, currentUrl(deps, challenge));
  else await finishChallenge(deps.hot, hash, action);
  return redirectTo(reply, returnUrlOf(deps, challenge));
}

const returnUrlOf = (
  { secrets }: ChallengeRoutesDeps,
  { reference, return_url_box: box }: Challenge,
): string => secrets.openReturnUrl(reference, box);

const currentUrl = ({ actionUrlOf }: ChallengeRoutesDeps, { reference, number }: Challenge): string =>
  actionUrlOf(reference, number);

const ACTIONS = ["complete", "fail", "cancel"] as const;

function actionOf(body: unknown): (typeof ACTIONS)[number] | undefined {
  if (typeof body !== "object" || body === null || !("action" in body)) return undefined;
  const { action } = body;
  return ACTIONS.find((known) => known === action);
}

/** Finished, cancelled, or not begun: only an order that requires the action shows the form. */
const isOver = (challenge: Challenge): boolean => challenge.state !== "action_required";

const redirectTo = (reply: FastifyReply, url: string) =>
  reply.headers(pageHeaders()).code(303).header("location", url).send("");

/** What the browser asks for; an order whose payer's language is known goes by that. */
const languageOf = ({ headers }: Pick<Request, "headers">): Language =>
  acceptedLanguage(headers["accept-language"]);

const unknownChallenge = (request: Request, reply: FastifyReply) =>
  reply
    .headers(pageHeaders())
    .code(404)
    .send(messagePage(languageOf(request), "gone"));

const badAction = (request: Request, reply: FastifyReply) =>
  reply
    .headers(pageHeaders())
    .code(400)
    .send(messagePage(languageOf(request), "notUnderstood"));
