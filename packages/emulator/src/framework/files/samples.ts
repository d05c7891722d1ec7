import { deflateSync } from 'node:zlib'

import { assertWhole, wrongArgument } from '../arguments.js'

/** Range of picture sizes in pixels. JPEG stores each size in two bytes. */
const PIXELS = { min: 0, max: 65_535 }

function crc32(bytes: Uint8Array): number {
  let crc = 0xff_ff_ff_ff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ ((crc & 1) === 1 ? 0xed_b8_83_20 : 0)
  }
  return (crc ^ 0xff_ff_ff_ff) >>> 0
}

function pngChunk(type: string, data: Uint8Array): Buffer {
  const chunk = Buffer.alloc(12 + data.byteLength)
  chunk.writeUInt32BE(data.byteLength, 0)
  chunk.write(type, 4, 'latin1')
  chunk.set(data, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.byteLength)), 8 + data.byteLength)
  return chunk
}

/** Creates a valid PNG picture of a single color. */
export function samplePng(
  width = 64,
  height = 48,
  colour: readonly [number, number, number] = [74, 63, 209],
): Uint8Array {
  assertWhole(width, 'samplePng: width', PIXELS)
  assertWhole(height, 'samplePng: height', PIXELS)
  if (!Array.isArray(colour)) throw wrongArgument('samplePng: colour', 'three numbers', colour)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.concat([Buffer.of(0), ...Array.from({ length: width }, () => Buffer.from(colour))])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  const signature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  return Uint8Array.from(
    Buffer.concat([
      signature,
      pngChunk('IHDR', header),
      pngChunk('IDAT', pixels),
      pngChunk('IEND', Buffer.alloc(0)),
    ]),
  )
}

/** Creates the first 24 bytes of an MP4 file. Servers can detect the file type from these bytes. */
export function sampleMp4Head(): Uint8Array {
  const head = Buffer.alloc(24)
  head.writeUInt32BE(24, 0)
  head.write('ftypisom', 4, 'latin1')
  head.writeUInt32BE(512, 12)
  head.write('isommp42', 16, 'latin1')
  return Uint8Array.from(head)
}

/**
 * Creates a file of this size in bytes: an MP4 header and zeros. The file is not a playable video.
 */
export function sampleMp4(bytes = 4096): Uint8Array {
  assertWhole(bytes, 'sampleMp4: bytes', { min: 0, max: Number.MAX_SAFE_INTEGER })
  const file = new Uint8Array(Math.max(bytes, 24))
  file.set(sampleMp4Head())
  return file
}

/** Creates an animated GIF of two pixels. Networks convert animated GIFs to videos. */
export function sampleAnimatedGif(): Uint8Array {
  return Uint8Array.from(
    Buffer.concat([
      Buffer.from('GIF89a', 'latin1'),
      Buffer.of(1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff),
      Buffer.of(0x21, 0xff, 0x0b),
      Buffer.from('NETSCAPE2.0', 'latin1'),
      Buffer.of(3, 1, 0, 0, 0),
      Buffer.of(0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0),
      Buffer.of(0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4c, 1, 0, 0x3b),
    ]),
  )
}

/**
 * Creates the first bytes of a JPEG file, from which servers can detect the size in pixels. No
 * viewer can open the file.
 */
export function sampleJpegHead(width = 1080, height = 1080): Uint8Array {
  assertWhole(width, 'sampleJpegHead: width', PIXELS)
  assertWhole(height, 'sampleJpegHead: height', PIXELS)
  const head = Buffer.alloc(24)
  head.set([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8])
  head.writeUInt16BE(height, 7)
  head.writeUInt16BE(width, 9)
  head.set([0xff, 0xd9], 22)
  return Uint8Array.from(head)
}
