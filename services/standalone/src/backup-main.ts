import { runTask } from "./backup/run-task.ts";
import { takeBackup } from "./backup/take-backup.ts";

await runTask((asked) => takeBackup(process.env, asked));
