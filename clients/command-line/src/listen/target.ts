import { InvalidArgumentError } from "commander";

/** `8080`, `localhost:8080/webhooks` and whole addresses. */
export function targetOf(text: string): string {
  const whole = /^[0-9]+$/.test(text)
    ? `http://127.0.0.1:${text}/`
    : /^https?:\/\//.test(text)
      ? text
      : `http://${text}`;
  if (URL.canParse(whole)) return new URL(whole).href;
  throw new InvalidArgumentError(
    "It has to be an address such as http://127.0.0.1:8080/webhooks, or a port.",
  );
}
