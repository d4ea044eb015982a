import { runCli } from "./run-cli.ts";

const tell = (line: string) => void process.stderr.write(`${line}\n`);
const { exitCode, stdout, stderr } = await runCli(process.argv.slice(2), process.env, tell);
if (stdout !== "") process.stdout.write(`${stdout}\n`);
if (stderr !== "") process.stderr.write(`${stderr}\n`);
process.exitCode = exitCode;
