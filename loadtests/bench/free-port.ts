import { openPortRegister } from "../../services/standalone/src/port-register.ts";
import { createPortPicker } from "../../services/standalone/src/ports.ts";

const picker = createPortPicker(openPortRegister(`a load test, process ${process.pid}`));

/**
 * A port of the loopback address that no other run and no installation chooses. Systems give none of its range to outgoing
 * connections: what is started again finds it free.
 */
export const freePort = (): Promise<number> => picker.any("a load test", "127.0.0.1");
