import { createSocket } from "node:dgram";
import { once } from "node:events";

export interface NameServer {
  /** As a resolver is told it. */
  readonly address: string;
  /** Names asked for, with the type, in order. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

const TYPES = new Map([
  [1, "A"],
  [28, "AAAA"],
]);

/**
 * A name server on this machine. It answers with these addresses of either family, a name error where there
 * are none, and nothing at all to "silence".
 */
export async function startNameServer(
  answer: (name: string, type: string) => readonly string[] | "silence",
): Promise<NameServer> {
  const socket = createSocket("udp4");
  const asked: string[] = [];
  socket.on("message", (query, from) => {
    const { name, end } = nameIn(query);
    const type = TYPES.get(query.readUInt16BE(end)) ?? "other";
    asked.push(`${name} ${type}`);
    const addresses = answer(name, type);
    if (addresses === "silence") return;
    socket.send(responseTo(query.subarray(0, end + 4), addresses), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: async () => {
      socket.close();
      await once(socket, "close");
    },
  };
}

const HEADER_BYTES = 12;

function nameIn(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), end: at + 1 };
}

/** RFC 1035 §4: the question again, and a record for each address, which may be kept for no time. */
function responseTo(question: Buffer, addresses: readonly string[]): Buffer {
  const head = Buffer.from(question.subarray(0, HEADER_BYTES));
  head.writeUInt16BE(addresses.length > 0 ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  const records = addresses.map((address) => {
    const data = bytesOf(address);
    const record = Buffer.alloc(12);
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(data.length === 4 ? 1 : 28, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt16BE(data.length, 10);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([head, question.subarray(HEADER_BYTES), ...records]);
}

/** IPv6 addresses in full, without `::`. */
function bytesOf(address: string): Buffer {
  if (address.includes(".")) return Buffer.from(address.split(".").map(Number));
  const bytes = Buffer.alloc(16);
  address.split(":").forEach((part, index) => bytes.writeUInt16BE(Number.parseInt(part, 16), index * 2));
  return bytes;
}
