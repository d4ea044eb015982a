import { kubectlProblems } from "../documented-commands/kubectl.ts";

/**
 * Flags of kubectl and helm whose value is a word of its own. Without them what is left of a command is its verb and
 * its targets.
 */
const WITH_VALUE = /^(-n|--namespace|-l|--selector|-c|--container|-o|--output|--context)$/;

/** How many words after its verb a command of kubectl needs, to be run as it stands: `TYPE/NAME` is two. */
const NEEDS: Readonly<Record<string, number>> = {
  annotate: 3,
  cnpg: 2,
  debug: 1,
  delete: 2,
  describe: 2,
  exec: 1,
  get: 1,
  logs: 1,
  rollout: 3,
};

/** What is in the namespace of the stores, whichever the context's is. */
const OF_STORES = /^(cnpg|cluster|backup|scheduledbackup)([,/]|$)|^cnpg[.]io\//;

/** Why a command of kubectl or helm in a sentence cannot be run as pasted, a line each; nothing of anything else. */
export function problemsPasted(code: string): string[] {
  const [program, ...words] = code.trim().split(/\s+/);
  if (program === "kubectl")
    return [
      ...targetProblems(words),
      ...kubectlProblems(["kubectl", ...words]).map((one) => `\`${code}\`: ${one}`),
    ];
  const isRollback = program === "helm" && words[0] === "rollback";
  return isRollback && words.length < 2 ? [`\`${code}\` names no release`] : [];
}

/** Where it lacks what its verb needs, or the namespace of the stores. */
function targetProblems(all: readonly string[]): string[] {
  const said = `kubectl ${all.join(" ")}`;
  const own = all.includes("--") ? all.slice(0, all.indexOf("--")) : all;
  const [verb = "", ...rest] = own.filter(
    (word, index) => !word.startsWith("-") && !WITH_VALUE.test(own[index - 1] ?? ""),
  );
  const needs = NEEDS[verb];
  if (needs === undefined)
    return [`\`${said}\`: no runbook has had ${verb} yet, so nobody knows what it needs`];
  const isChosen = own.some((word) => /^(-l|--selector\b.*)$/.test(word));
  const given = rest.flatMap((word) => word.split("/")).length + (isChosen ? 1 : 0);
  const isNamespaced = own.some((word) => /^(-n|--namespace\b.*)$/.test(word));
  const isOfStores = own.some((word) => OF_STORES.test(word));
  return [
    ...(given < needs ? [`\`${said}\` names no target`] : []),
    ...(isOfStores && !isNamespaced ? [`\`${said}\` names no namespace`] : []),
  ];
}
