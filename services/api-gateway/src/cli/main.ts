import { runCli } from "./run-cli.ts";

const { exitCode, stdout, stderr } = await runCli(process.argv.slice(2), process.env);
if (stdout !== "") process.stdout.write(`${stdout}\n`);
if (stderr !== "") process.stderr.write(`${stderr}\n`);
process.exitCode = exitCode;
