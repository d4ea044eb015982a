import { writeVersions } from "./versions.ts";

/**
 * `npm run -s versions`: writes the version of package.json wherever it stands; with `--check` says where another does.
 */
const check = process.argv.includes("--check");
const files = writeVersions(check);
if (check)
  for (const file of files)
    process.stderr.write(
      `${file} has another version than package.json: run npm run -s versions and commit it\n`,
    );
process.exitCode = check && files.length > 0 ? 1 : 0;
