const LOOK_MS = 500;

/**
 * Calls `then` once the shell is gone below which npx runs the program. npm hands a signal on to that shell alone,
 * which may end without handing it on: nobody would be left who waits for the program. What was started otherwise may
 * outlive its parent, as after nohup.
 */
export function onceNpxShellIsGone(
  env: Readonly<Record<string, string | undefined>>,
  then: () => void,
): void {
  if (env["npm_lifecycle_event"] !== "npx") return;
  const shell = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(look);
    then();
  }, LOOK_MS);
  look.unref();
}
