import { restoreBackup } from "./backup/restore-backup.ts";
import { runTask } from "./backup/run-task.ts";

await runTask((asked) => restoreBackup(process.env, asked));
