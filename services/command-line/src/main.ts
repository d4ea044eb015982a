import { runCli } from "./run-cli.ts";

const report = (line: string) => void process.stderr.write(`${line}\n`);
const { exitCode, stdout, stderr } = await runCli(process.argv.slice(2), process.env, report);
if (stdout !== "") process.stdout.write(`${stdout}\n`);
if (stderr !== "") process.stderr.write(`${stderr}\n`);
process.exitCode = exitCode;
