import { createHash } from 'node:crypto'

import { Media } from '@social/core'

/** Minimum size of a chunk in bytes: 256 KiB. */
export const STEP = 262_144

/** The post options that are required. */
export const OPTIONS = { title: 'Sourdough in a minute', madeForKids: false } as const

/** Creates bytes without repetition, so that a misplaced chunk changes the checksum. */
export function someBytes(length: number): Uint8Array {
  const bytes = Buffer.alloc(length)
  for (let at = 0; at < length; at += 1) bytes[at] = (at * 31 + (at >> 8) * 17 + (at >> 16)) & 255
  return bytes
}

/** Creates a video of this number of bytes, and its checksum. */
export function aVideoOf(length: number): { readonly media: Media; readonly sha256: string } {
  const bytes = someBytes(length)
  return {
    media: Media.fromBytes(bytes, { filename: 'clip.mp4' }),
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
}
