import { openPortRegister } from "./port-register.ts";
import { createPortPicker } from "./ports.ts";

const picker = createPortPicker(openPortRegister(`process ${process.pid}`));

/**
 * A port of the loopback address for what a test or a tool starts: no other of them and no installation chooses it.
 * Systems give none of its range to outgoing connections, so that what is started again finds it free.
 */
export const freePort = (): Promise<number> => picker.any("a test or a tool", "127.0.0.1");
