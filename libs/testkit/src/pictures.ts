import { crc32, deflateSync } from "node:zlib";

/** A PNG of one colour, `#rrggbb`, as small as files of its size get. */
export function pngPicture(
  { width, height, colour }: { readonly width: number; readonly height: number; readonly colour?: string } = {
    width: 64,
    height: 64,
  },
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits for each of red, green and blue; no interlace.
  header.set([8, 2, 0, 0, 0], 8);
  const pixel = Buffer.from((colour ?? "#0b5394").slice(1), "hex");
  const row = Buffer.concat([Buffer.alloc(1), ...Array.from({ length: width }, () => pixel)]);
  const rows = Buffer.concat(Array.from({ length: height }, () => row));
  return pngOf([
    ["IHDR", header],
    ["IDAT", deflateSync(rows)],
    ["IEND", Buffer.alloc(0)],
  ]);
}

/** A file of these chunks, each with its checksum: what a decoder says to them is another matter. */
export function pngOf(chunks: readonly (readonly [name: string, data: Buffer])[]): Buffer {
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...chunks.map(pngChunk)]);
}

function pngChunk([name, data]: readonly [string, Buffer]): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}
