import type { Media } from '../models/index.js'
import { assertMedia } from './assert-media.js'
import { type ImageSize, readJpegSize } from './jpeg-size.js'

export type { ImageSize } from './jpeg-size.js'

/**
 * Number of bytes at the start of a file that contain the size in all formats except JPEG. WebP
 * needs 30, the others fewer.
 */
const HEAD_BYTES = 30

function spells(head: DataView, at: number, text: string): boolean {
  return Array.from(text).every((letter, index) => head.getUint8(at + index) === letter.codePointAt(0))
}

/** Reads the size of a PNG. https://www.w3.org/TR/png-3/#11IHDR */
function pngSize(head: DataView): ImageSize | null {
  if (!spells(head, 1, 'PNG\r\n\u001A\n') || !spells(head, 12, 'IHDR')) return null
  return { width: head.getUint32(16), height: head.getUint32(20) }
}

/** Reads the size of a GIF. https://www.w3.org/Graphics/GIF/spec-gif89a.txt, section 18 */
function gifSize(head: DataView): ImageSize | null {
  if (!spells(head, 0, 'GIF87a') && !spells(head, 0, 'GIF89a')) return null
  return { width: head.getUint16(6, true), height: head.getUint16(8, true) }
}

function uint24(head: DataView, at: number): number {
  return head.getUint16(at, true) + head.getUint8(at + 2) * 65_536
}

/**
 * Reads the size of a WebP picture. https://developers.google.com/speed/webp/docs/riff_container
 */
function webpSize(head: DataView): ImageSize | null {
  if (!spells(head, 0, 'RIFF') || !spells(head, 8, 'WEBP')) return null
  if (spells(head, 12, 'VP8X')) return { width: uint24(head, 24) + 1, height: uint24(head, 27) + 1 }
  if (spells(head, 12, 'VP8L') && head.getUint8(20) === 0x2f) {
    const bits = head.getUint32(21, true)
    return { width: (bits & 0x3f_ff) + 1, height: ((bits >>> 14) & 0x3f_ff) + 1 }
  }
  if (spells(head, 12, 'VP8 ') && uint24(head, 23) === 0x2a_01_9d)
    return { width: head.getUint16(26, true) & 0x3f_ff, height: head.getUint16(28, true) & 0x3f_ff }
  return null
}

/**
 * Reads the size of a PNG, JPEG, GIF or WebP picture from its first bytes. The file name does not
 * matter.
 *
 * @param media - A file or bytes.
 * @returns The displayed size in pixels, after the rotation in the Exif data of a JPEG. Null for a
 * video, a URL, a damaged file, and any other format.
 * @throws InvalidPostError if the file is missing or unreadable.
 */
export async function readImageSize(media: Media): Promise<ImageSize | null> {
  assertMedia(media, 'readImageSize')
  if (media.kind !== 'IMAGE' || media.url !== null) return null
  const reader = await media.open()
  try {
    const bytes = new Uint8Array(HEAD_BYTES)
    await reader.readInto(bytes, 0)
    const head = new DataView(bytes.buffer)
    const isJpeg = head.getUint16(0) === 0xff_d8
    const size = isJpeg ? await readJpegSize(reader) : (pngSize(head) ?? gifSize(head) ?? webpSize(head))
    return size && size.width > 0 && size.height > 0 ? size : null
  } finally {
    await reader.close()
  }
}
