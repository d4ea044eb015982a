import { pngOf, pngPicture } from "@flowlix/testkit";
import { expect } from "chai";
import { checkLogo, LOGO_BYTES_MAX } from "../src/logo-image.ts";

const SQUARE = pngPicture();
const header = SQUARE.subarray(16, 29);
const data = Buffer.from("whatever a decoder makes of it");
const END = ["IEND", Buffer.alloc(0)] as const;

/** A RIFF container of one chunk. */
function webp(name: string, payload: Buffer, ...more: readonly Buffer[]): Buffer {
  const frame = Buffer.alloc(20);
  frame.write("RIFF", 0, "latin1");
  frame.write("WEBP", 8, "latin1");
  frame.write(name, 12, "latin1");
  frame.writeUInt32LE(payload.length, 16);
  const file = Buffer.concat([frame, payload, Buffer.alloc(payload.length % 2), ...more]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}

const lossless = (width: number, height: number) => {
  const payload = Buffer.alloc(8);
  payload.writeUInt8(0x2f, 0);
  payload.writeUInt32LE((((height - 1) << 14) | (width - 1)) >>> 0, 1);
  return payload;
};

const lossy = (width: number, height: number) => {
  const payload = Buffer.from([0, 0, 0, 0x9d, 0x01, 0x2a, 0, 0, 0, 0]);
  payload.writeUInt16LE(width, 6);
  payload.writeUInt16LE(height, 8);
  return payload;
};

/** RFC 9649 §2.7: flags, three reserved bytes, canvas. */
const extended = (flags: number, width: number, height: number) => {
  const payload = Buffer.alloc(10);
  payload.writeUInt8(flags, 0);
  payload.writeUIntLE(width - 1, 4, 3);
  payload.writeUIntLE(height - 1, 7, 3);
  return payload;
};

const chunkOf = (file: Buffer) => file.subarray(12);

describe("a logo", () => {
  it("is a PNG, whatever its file is called", () => {
    expect(checkLogo(SQUARE)).to.deep.equal({ ok: true, image: { type: "image/png", bytes: SQUARE } });
  });

  it("is a WebP of either coding, plain or extended", () => {
    for (const file of [
      webp("VP8 ", lossy(64, 32)),
      webp("VP8L", lossless(64, 32)),
      webp("VP8X", extended(0x10, 64, 32), chunkOf(webp("VP8L", lossless(64, 32)))),
      webp("VP8X", extended(0x10, 64, 32), chunkOf(webp("ALPH", data)), chunkOf(webp("VP8 ", lossy(64, 32)))),
    ]) {
      expect(checkLogo(file)).to.deep.equal({ ok: true, image: { type: "image/webp", bytes: file } });
    }
  });

  it("has 16 to 2048 pixels on each side", () => {
    for (const [width, height] of [
      [16, 16],
      [2048, 16],
      [16, 2048],
    ] as const)
      expect(checkLogo(pngPicture({ width, height })), `${width} by ${height}`).to.include({ ok: true });
    for (const [width, height] of [
      [15, 64],
      [64, 15],
      [2049, 64],
      [64, 2049],
    ] as const)
      for (const file of [pngPicture({ width, height }), webp("VP8L", lossless(width, height))])
        expect(checkLogo(file)).to.deep.equal({
          ok: false,
          problem: `must be 16 to 2048 pixels wide and high and is ${width} by ${height}`,
        });
  });

  it("is refused when its header promises a picture that would fill a browser's memory", () => {
    const huge = Buffer.from(header);
    huge.writeUInt32BE(0x7fffffff, 0);
    expect(checkLogo(pngOf([["IHDR", huge], ["IDAT", data], END]))).to.include({ ok: false });
  });

  it("has at most 64 KiB", () => {
    const filled = (length: number) => pngOf([["IHDR", header], ["IDAT", Buffer.alloc(length)], END]);
    const frame = filled(0).length;
    expect(checkLogo(filled(LOGO_BYTES_MAX - frame))).to.include({ ok: true });
    expect(checkLogo(filled(LOGO_BYTES_MAX - frame + 1))).to.deep.equal({
      ok: false,
      problem: "must be at most 64 KiB and has 65537 bytes",
    });
  });

  it("stands still", () => {
    for (const file of [
      pngOf([["IHDR", header], ["acTL", Buffer.alloc(8)], ["IDAT", data], END]),
      webp("VP8X", extended(0x02, 64, 64), chunkOf(webp("ANIM", Buffer.alloc(6)))),
    ])
      expect(checkLogo(file)).to.deep.equal({ ok: false, problem: "must be a picture that stands still" });
  });

  const flipped = Buffer.from(SQUARE);
  flipped.writeUInt8(flipped.readUInt8(20) ^ 1, 20);
  const OTHERS: readonly (readonly [string, Buffer])[] = [
    ["nothing", Buffer.alloc(0)],
    ["a text", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
    ["a GIF", Buffer.from("GIF89a\x40\0\x40\0", "latin1")],
    ["a JPEG", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46])],
    ["the signature of a PNG alone", SQUARE.subarray(0, 8)],
    ["a PNG that is cut off", SQUARE.subarray(0, -1)],
    ["a PNG without its end", SQUARE.subarray(0, -12)],
    ["a PNG with something behind it", Buffer.concat([SQUARE, Buffer.from("<script>")])],
    ["a PNG with a bit flipped", flipped],
    ["a PNG without a picture", pngOf([["IHDR", header], END])],
    ["a PNG that does not begin with its header", pngOf([["IDAT", data], ["IHDR", header], END])],
    ["a PNG whose header is too short", pngOf([["IHDR", header.subarray(1)], ["IDAT", data], END])],
    [
      "a PNG whose chunk says it is longer than the file",
      Buffer.concat([SQUARE.subarray(0, 8), Buffer.alloc(12, 0x7f)]),
    ],
    ["a WebP that is cut off", webp("VP8L", lossless(64, 64)).subarray(0, -1)],
    ["a WebP with something behind it", Buffer.concat([webp("VP8L", lossless(64, 64)), data])],
    ["a WebP of something else", webp("EXIF", data)],
    ["a WebP without a chunk", Buffer.from("RIFF\x04\0\0\0WEBP", "latin1")],
    ["a WebP whose start code is another", webp("VP8 ", Buffer.alloc(10))],
    ["an extended WebP without a picture", webp("VP8X", extended(0, 64, 64))],
    [
      "an extended WebP whose picture has another size",
      webp("VP8X", extended(0, 64, 64), chunkOf(webp("VP8L", lossless(2049, 64)))),
    ],
    ["a RIFF file of sound", Buffer.concat([Buffer.from("RIFF\x08\0\0\0WAVEfmt ", "latin1")])],
  ];
  for (const [what, file] of OTHERS)
    it(`is not ${what}`, () => {
      expect(checkLogo(file)).to.deep.equal({
        ok: false,
        problem: "must be a PNG or WebP image, whole and unharmed",
      });
    });
});
