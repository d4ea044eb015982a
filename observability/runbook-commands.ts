/** How the command-line tool is run in each form of an installation. Its container has it on its path. */
export const FORMS = [
  { of: "In the folder of an installation", prefix: "npm run -s flowlix -- " },
  { of: "Docker Compose", prefix: "docker compose exec api-gateway flowlix " },
  {
    of: "Kubernetes, of the release `pay` in the namespace of the context",
    prefix: "kubectl exec deploy/pay-payments-platform-api-gateway -- flowlix ",
  },
] as const;

const [{ prefix: SAID }] = FORMS;
const BEGIN = "<!-- commands: begin -->";
const END = "<!-- commands: end -->";

/** What a runbook says to run, as its text has it, without the prefix; each once. */
export function commandsOf(page: string): string[] {
  const said = [...(page.split(BEGIN, 1)[0] ?? "").matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
  return [...new Set(said.filter((code) => code.startsWith(SAID)).map((code) => code.slice(SAID.length)))];
}

/** A runbook with its commands at the end, to be pasted in each form. */
export function withCommands(page: string): string {
  const own = (page.split(BEGIN, 1)[0] ?? "").trimEnd();
  const commands = commandsOf(page);
  if (commands.length === 0) return `${own}\n`;
  const blocks = FORMS.map(
    ({ of, prefix }) =>
      `${of}:\n\n\`\`\`sh\n${commands.map((command) => `${prefix}${command}`).join("\n")}\n\`\`\`\n`,
  );
  return `${own}\n\n${BEGIN}\n\n## Commands\n\n${blocks.join("\n")}\n${END}\n`;
}
