/** File properties detected from the first bytes. */
export interface Sniffed {
  readonly contentType: string
  /** Width in pixels. Null if the first bytes do not contain the width. */
  readonly width: number | null
  readonly height: number | null
  /** True for an animated picture. */
  readonly isAnimated: boolean
}

type Reader = (bytes: Buffer) => Omit<Sniffed, 'contentType'>

const UNKNOWN_SIZE = { width: null, height: null, isAnimated: false }

function readJpeg(bytes: Buffer): Omit<Sniffed, 'contentType'> {
  for (let at = 2; at + 9 < bytes.length;) {
    const marker = bytes.readUInt8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (bytes.readUInt8(at) !== 0xff) break
    if (isFrame)
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7), isAnimated: false }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return UNKNOWN_SIZE
}

function readWebp(bytes: Buffer): Omit<Sniffed, 'contentType'> {
  const kind = bytes.toString('latin1', 12, 16)
  if (kind === 'VP8X' && bytes.length >= 30)
    return {
      width: bytes.readUIntLE(24, 3) + 1,
      height: bytes.readUIntLE(27, 3) + 1,
      isAnimated: (bytes.readUInt8(20) & 2) !== 0,
    }
  if (kind === 'VP8 ' && bytes.length >= 30)
    return {
      width: bytes.readUInt16LE(26) & 0x3fff,
      height: bytes.readUInt16LE(28) & 0x3fff,
      isAnimated: false,
    }
  return UNKNOWN_SIZE
}

const readers: readonly (readonly [string, (bytes: Buffer) => boolean, Reader])[] = [
  [
    'image/png',
    (bytes) => bytes.length >= 24 && bytes.toString('latin1', 1, 4) === 'PNG',
    (bytes) => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), isAnimated: false }),
  ],
  ['image/jpeg', (bytes) => bytes.length > 3 && bytes.readUIntBE(0, 3) === 0xff_d8_ff, readJpeg],
  [
    'image/gif',
    (bytes) => bytes.length >= 10 && /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6)),
    (bytes) => ({
      width: bytes.readUInt16LE(6),
      height: bytes.readUInt16LE(8),
      isAnimated: bytes.includes('NETSCAPE2.0'),
    }),
  ],
  ['image/webp', (bytes) => bytes.toString('latin1', 8, 12) === 'WEBP', readWebp],
  ['image/avif', (bytes) => /^ftypavi[fs]/.test(bytes.toString('latin1', 4, 12)), () => UNKNOWN_SIZE],
  ['image/heic', (bytes) => /^ftyp(hei[cx]|mif1)/.test(bytes.toString('latin1', 4, 12)), () => UNKNOWN_SIZE],
  ['video/quicktime', (bytes) => bytes.toString('latin1', 4, 12) === 'ftypqt  ', () => UNKNOWN_SIZE],
  ['video/mp4', (bytes) => bytes.toString('latin1', 4, 8) === 'ftyp', () => UNKNOWN_SIZE],
  ['video/webm', (bytes) => bytes.length > 4 && bytes.readUInt32BE(0) === 0x1a_45_df_a3, () => UNKNOWN_SIZE],
  ['audio/ogg', (bytes) => bytes.toString('latin1', 0, 4) === 'OggS', () => UNKNOWN_SIZE],
  ['audio/flac', (bytes) => bytes.toString('latin1', 0, 4) === 'fLaC', () => UNKNOWN_SIZE],
  ['audio/wav', (bytes) => bytes.toString('latin1', 8, 12) === 'WAVE', () => UNKNOWN_SIZE],
  [
    'audio/mpeg',
    (bytes) => /^(ID3|\u00FF[\u00FB\u00F3\u00F2])/.test(bytes.toString('latin1', 0, 3)),
    () => UNKNOWN_SIZE,
  ],
]

/**
 * Detects a picture, video or sound by the first bytes, as servers do. Returns null for unknown
 * formats.
 */
export function sniff(head: Uint8Array): Sniffed | null {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength)
  for (const [contentType, fits, read] of readers) if (fits(bytes)) return { contentType, ...read(bytes) }
  return null
}
