import { createHash } from 'node:crypto'

import { Media } from '@social/core'

/** 256 KiB: the smallest piece. */
export const STEP = 262_144

/** Options that are always needed. */
export const OPTIONS = { title: 'Sourdough in a minute', madeForKids: false } as const

/** Bytes that differ everywhere, so that a piece in the wrong place changes the sum. */
export function someBytes(length: number): Uint8Array {
  const bytes = Buffer.alloc(length)
  for (let at = 0; at < length; at += 1) bytes[at] = (at * 31 + (at >> 8) * 17 + (at >> 16)) & 255
  return bytes
}

/** A video of so many bytes, and their sum. */
export function aVideoOf(length: number): { readonly media: Media; readonly sha256: string } {
  const bytes = someBytes(length)
  return {
    media: Media.fromBytes(bytes, { filename: 'clip.mp4' }),
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
}
