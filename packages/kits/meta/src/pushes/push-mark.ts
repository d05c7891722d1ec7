import { createHash } from 'node:crypto'

import type { RawData } from '@social/core/platform'

/** Letters of the digest: 96 bits. */
const LETTERS = 24

/**
 * What a push is known by that names nothing of the network's: its second, where the network tells one, and a digest of
 * what it holds. Two things of one second are told apart by it; a moment by our own clock, which would be another one each
 * time the same push comes again, is not in it.
 */
export function pushMark(value: RawData, at: Date | null): string {
  const digest = createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, LETTERS)
  return at === null ? digest : `${Math.floor(at.getTime() / 1000)}:${digest}`
}
