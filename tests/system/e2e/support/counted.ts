import type { Platform } from "./platform.ts";

/**
 * What all processes of a service have counted of a metric since they were started, by the labels given.
 * A series that is not there yet counts as nothing.
 */
export async function counted(
  { installation }: Pick<Platform, "installation">,
  service: string,
  metric: string,
  labels: Readonly<Record<string, string>>,
): Promise<number> {
  const processes = installation()
    .runtime()
    .processes.filter((one) => one.service === service);
  const texts = await Promise.all(
    processes.map(async ({ admin_url: url }) => (await fetch(`${url}/metrics`)).text()),
  );
  const wanted = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return texts
    .flatMap((text) => text.split("\n"))
    .filter((line) => line.startsWith(`${metric}{`) && wanted.every((label) => line.includes(label)))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" "))), 0);
}
