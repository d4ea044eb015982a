import { startDistributed } from "./distributed/distributed.ts";
import { runLaunch } from "./launch.ts";

await runLaunch((launch) => startDistributed(launch, process.env));
