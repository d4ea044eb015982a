import { EXIT, Failure, type ErrorFacts, type ExitCode } from "../failure.ts";

interface Envelope {
  readonly error?: Omit<ErrorFacts, "status"> & { readonly message: string };
}

const EXIT_OF_STATUS: Readonly<Record<number, ExitCode>> = {
  400: EXIT.usage,
  401: EXIT.noKey,
  403: EXIT.noKey,
  404: EXIT.notFound,
  429: EXIT.unavailable,
};

/** An error answer as the failure of a command, whatever it was that answered. */
export function failureOf(status: number, text: string, retryAfter: string | null): Failure {
  const retryAfterS = Number(retryAfter ?? "") || undefined;
  const exit = EXIT_OF_STATUS[status] ?? (status >= 500 ? EXIT.unavailable : EXIT.refused);
  const { error } = envelopeOf(text);
  if (error === undefined)
    return new Failure(
      exit,
      `the address answered ${status}, and not as the platform does`,
      {
        code: "not_the_platform",
        status,
      },
      retryAfterS,
    );
  const { message, ...facts } = error;
  return new Failure(exit, message, { ...facts, status }, retryAfterS);
}

function envelopeOf(text: string): Envelope {
  try {
    const answer: Envelope | null = JSON.parse(text);
    return typeof answer?.error?.message === "string" ? answer : {};
  } catch {
    return {};
  }
}
