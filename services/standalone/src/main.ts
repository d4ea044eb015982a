import { runLaunch } from "./launch.ts";
import { startStandalone } from "./standalone.ts";

await runLaunch((launch) => startStandalone(launch, process.env));
