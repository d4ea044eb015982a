import type { FastifyInstance, FastifyReply } from "fastify";
import type { Pool } from "../pool.ts";
import { amountText, challengePage, messagePage, pageHeaders } from "./challenge-page.ts";
import type { ChallengeSecrets } from "./challenge-secrets.ts";
import { findChallenge, finishChallenge, type Challenge } from "./challenge-store.ts";

export interface ChallengeRoutesDeps {
  readonly hot: Pool;
  readonly read: Pool;
  readonly secrets: ChallengeSecrets;
}

interface Route {
  Params: { readonly token: string };
}

const FORM_MAX_BYTES = 1_024;

/** The page a payer is sent to, and what their browser posts from it (README, 3D Secure page). */
export function challengeRoutes(app: FastifyInstance, deps: ChallengeRoutesDeps): void {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: FORM_MAX_BYTES },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  app.get<Route>("/challenge/:token", async (request, reply) => {
    const challenge = await findChallenge(deps.read, deps.secrets.hashOf(request.params.token));
    if (challenge === undefined) return unknownChallenge(reply);
    const returnUrl = deps.secrets.openReturnUrl(challenge.reference, challenge.return_url_box);
    // Closed by an answer of the payer's or by the merchant: either way it leads on.
    if (isOver(challenge)) return leadOn(reply, returnUrl);
    const { reference, amount, currency } = challenge;
    const html = challengePage({ reference, amount: amountText(amount, currency), currency });
    return reply.headers(pageHeaders(new URL(returnUrl).origin)).send(html);
  });

  app.post<Route>("/challenge/:token", async (request, reply) => {
    const hash = deps.secrets.hashOf(request.params.token);
    const challenge = await findChallenge(deps.read, hash);
    if (challenge === undefined) return unknownChallenge(reply);
    const action = actionOf(request.body);
    if (action === undefined) return badAction(reply);
    // A cancelled challenge stays open: the payer may come back to it.
    if (action !== "cancel") await finishChallenge(deps.hot, hash, action);
    return leadOn(reply, deps.secrets.openReturnUrl(challenge.reference, challenge.return_url_box));
  });
}

const ACTIONS = ["complete", "fail", "cancel"] as const;

function actionOf(body: unknown): (typeof ACTIONS)[number] | undefined {
  if (typeof body !== "object" || body === null || !("action" in body)) return undefined;
  const { action } = body;
  return ACTIONS.find((known) => known === action);
}

/** Finished, cancelled, or not begun: only an order that requires the action shows the form. */
const isOver = (challenge: Challenge): boolean => challenge.state !== "action_required";

const leadOn = (reply: FastifyReply, url: string) =>
  reply.headers(pageHeaders()).code(303).header("location", url).send("");

const unknownChallenge = (reply: FastifyReply) =>
  reply
    .headers(pageHeaders())
    .code(404)
    .send(messagePage("Nothing here", "This page does not exist, or it has ended."));

const badAction = (reply: FastifyReply) =>
  reply
    .headers(pageHeaders())
    .code(400)
    .send(messagePage("Not understood", "Please go back and choose one of the buttons."));
