import tab from "@bomb.sh/tab/commander";
import type { Command } from "commander";
import type { Host } from "./host.ts";

/** Those that tests run its script in; the library has one for another. */
const SHELLS = ["bash", "zsh", "fish"];

/** The library's script needs this function of the package bash-completion, which is not on every machine. */
const BASH_WITHOUT_PACKAGE = `type _get_comp_words_by_ref >/dev/null 2>&1 || _get_comp_words_by_ref() {
  words=("\${COMP_WORDS[@]}") cword=$COMP_CWORD
  cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]}
}
`;

/** `completion bash|zsh|fish`, for every command that the program has by now. */
export function addCompletion(program: Command, host: Host): void {
  tab(program, { completionCommandName: "completion" });
  const completion = program.commands.find((command) => command.name() === "completion");
  // In place: completion itself offers the same list.
  const shells = completion?.registeredArguments[0]?.argChoices ?? [];
  shells.splice(0, shells.length, ...SHELLS);
  completion
    ?.description("print a script that completes commands in bash, zsh or fish")
    .hook("preAction", (_, { args: [shell] }) => {
      if (shell === "bash") host.stdout.write(BASH_WITHOUT_PACKAGE);
    })
    .addHelpText(
      "after",
      `
bash (4 or newer):  source <(flowlix completion bash)      # in ~/.bashrc
zsh:                source <(flowlix completion zsh)       # in ~/.zshrc, behind compinit
fish:               flowlix completion fish | source       # in ~/.config/fish/config.fish`,
    );
}
