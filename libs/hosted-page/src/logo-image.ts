import { crc32 } from "node:zlib";

export const LOGO_BYTES_MAX = 64 * 1024;
/** Below this nothing can be seen, above it a small file becomes a large picture in a payer's browser. */
const SIDE_MIN = 16;
const SIDE_MAX = 2048;

export interface LogoImage {
  readonly type: "image/png" | "image/webp";
  readonly bytes: Buffer;
}

export type LogoVerdict =
  { readonly ok: true; readonly image: LogoImage } | { readonly ok: false; readonly problem: string };

interface Picture {
  readonly type: LogoImage["type"];
  readonly width: number;
  readonly height: number;
  readonly moves: boolean;
}

/**
 * Checks a file by its bytes, never by its name: it must be a whole PNG or WebP of at most 64 KiB that stands
 * still and has a sane size. The text of a problem follows the name of the option or field of the file.
 */
export function checkLogo(bytes: Buffer): LogoVerdict {
  if (bytes.length > LOGO_BYTES_MAX) return bad(`must be at most 64 KiB and has ${bytes.length} bytes`);
  const picture = readPng(bytes) ?? readWebp(bytes);
  if (picture === null) return bad("must be a PNG or WebP image, whole and unharmed");
  const { type, width, height, moves } = picture;
  if (moves) return bad("must be a picture that stands still");
  if (Math.min(width, height) < SIDE_MIN || Math.max(width, height) > SIDE_MAX)
    return bad(`must be ${SIDE_MIN} to ${SIDE_MAX} pixels wide and high and is ${width} by ${height}`);
  return { ok: true, image: { type, bytes } };
}

const bad = (problem: string): LogoVerdict => ({ ok: false, problem });

const PNG_SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
/** Length and type before a chunk's data, checksum behind it. */
const PNG_CHUNK_FRAME = 12;
const PNG_HEADER_LENGTH = 13;

/** PNG, third edition: signature, IHDR, chunks with their checksums, IDAT among them, IEND, nothing more. */
function readPng(bytes: Buffer): Picture | null {
  if (!bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return null;
  const chunks = pngChunks(bytes);
  const header = chunks?.[0];
  if (chunks === null || header?.name !== "IHDR" || header.data.length !== PNG_HEADER_LENGTH) return null;
  const has = (name: string) => chunks.some((chunk) => chunk.name === name);
  if (!has("IDAT") || chunks.at(-1)?.name !== "IEND") return null;
  const { data } = header;
  return { type: "image/png", width: data.readUInt32BE(0), height: data.readUInt32BE(4), moves: has("acTL") };
}

interface Chunk {
  readonly name: string;
  readonly data: Buffer;
}

function pngChunks(bytes: Buffer): Chunk[] | null {
  const chunks: Chunk[] = [];
  let at = PNG_SIGNATURE.length;
  while (at < bytes.length) {
    if (at + PNG_CHUNK_FRAME > bytes.length) return null;
    const end = at + PNG_CHUNK_FRAME + bytes.readUInt32BE(at);
    if (end > bytes.length) return null;
    const named = bytes.subarray(at + 4, end - 4);
    if (crc32(named) !== bytes.readUInt32BE(end - 4)) return null;
    chunks.push({ name: named.toString("latin1", 0, 4), data: named.subarray(4) });
    at = end;
  }
  return chunks;
}

const RIFF_HEADER = 12;
const RIFF_CHUNK_FRAME = 8;

/** RFC 9649: a RIFF container of the file's length; a plain image, or VP8X with a plain image in it. */
function readWebp(bytes: Buffer): Picture | null {
  if (bytes.length < RIFF_HEADER || bytes.toString("latin1", 0, 4) !== "RIFF") return null;
  if (bytes.toString("latin1", 8, 12) !== "WEBP" || bytes.readUInt32LE(4) + 8 !== bytes.length) return null;
  const chunks = riffChunks(bytes);
  const first = chunks?.[0];
  if (chunks === null || first === undefined) return null;
  if (first.name === "VP8X") return extendedWebp(first.data, chunks);
  const size = plainSize(first);
  return size === null ? null : { type: "image/webp", ...size, moves: false };
}

function riffChunks(bytes: Buffer): Chunk[] | null {
  const chunks: Chunk[] = [];
  let at = RIFF_HEADER;
  while (at < bytes.length) {
    if (at + RIFF_CHUNK_FRAME > bytes.length) return null;
    const length = bytes.readUInt32LE(at + 4);
    const end = at + RIFF_CHUNK_FRAME + length;
    // Data of an odd length has one byte of padding behind it.
    if (end + (length % 2) > bytes.length) return null;
    chunks.push({
      name: bytes.toString("latin1", at, at + 4),
      data: bytes.subarray(at + RIFF_CHUNK_FRAME, end),
    });
    at = end + (length % 2);
  }
  return chunks;
}

const ANIMATED = 0x02;
const VP8X_LENGTH = 10;

function extendedWebp(header: Buffer, chunks: readonly Chunk[]): Picture | null {
  if (header.length !== VP8X_LENGTH) return null;
  const moves = (header.readUInt8(0) & ANIMATED) !== 0;
  const width = header.readUIntLE(4, 3) + 1;
  const height = header.readUIntLE(7, 3) + 1;
  const picture = { type: "image/webp", width, height, moves } as const;
  if (moves) return picture;
  const size = chunks.map(plainSize).find((one) => one !== null);
  // Of a picture that stands still the canvas is the image.
  return size?.width === width && size.height === height ? picture : null;
}

const LOSSY_START = Buffer.from([0x9d, 0x01, 0x2a]);
const LOSSLESS_SIGNATURE = 0x2f;

/** Sizes stand in 14 bits each. */
const SIDE_BITS = 0x3fff;

function plainSize({ name, data }: Chunk): { width: number; height: number } | null {
  if (name === "VP8 " && data.length >= 10 && data.subarray(3, 6).equals(LOSSY_START)) {
    return { width: data.readUInt16LE(6) & SIDE_BITS, height: data.readUInt16LE(8) & SIDE_BITS };
  }
  if (name === "VP8L" && data.length >= 5 && data.readUInt8(0) === LOSSLESS_SIGNATURE) {
    const bits = data.readUInt32LE(1);
    return { width: (bits & SIDE_BITS) + 1, height: ((bits >>> 14) & SIDE_BITS) + 1 };
  }
  return null;
}
