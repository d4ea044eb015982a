import { get } from "node:http";

/**
 * What the container's health is: `/readyz` of the admin port of this very container. Ends with 0 when
 * it is ready and with 1 when not, and says what fails. Imports nothing of ours: it runs every few seconds.
 */
const { HOST = "", ADMIN_PORT = "" } = process.env;
const WITHIN_MS = 2_500;

const unready = (line: string): void => {
  process.stdout.write(`${line}\n`);
  process.exitCode = 1;
};

function ask(host: string): void {
  const request = get({ host, port: ADMIN_PORT, path: "/readyz", timeout: WITHIN_MS }, (response) => {
    let body = "";
    response.setEncoding("utf8").on("data", (part: string) => (body += part));
    response.on("end", () => {
      if (response.statusCode === 200) process.stdout.write("ready\n");
      else unready(`not ready: ${body}`);
    });
  });
  request.on("timeout", () => request.destroy(new Error(`no answer within ${WITHIN_MS} ms`)));
  request.on("error", (error) => unready(`not ready: ${error.message}`));
}

if (/^[0-9]{1,5}$/.test(ADMIN_PORT) && Number(ADMIN_PORT) > 0)
  // A listener on all addresses is asked on loopback.
  ask(HOST === "" || HOST === "0.0.0.0" ? "127.0.0.1" : HOST === "::" ? "::1" : HOST);
else unready("ADMIN_PORT: is required, and must be the port of this container's own probes");
