import { createHash } from 'node:crypto'

import type { RawData } from '@social/core/platform'

/** Number of characters of the digest: 96 bits. */
const LETTERS = 24

/**
 * Returns an id for a webhook event without an id: its time in seconds, if present, and a digest
 * of its content. The digest distinguishes events of the same second. The local time is not used,
 * because it differs between deliveries of the same event.
 */
export function pushMark(value: RawData, at: Date | null): string {
  const digest = createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, LETTERS)
  return at === null ? digest : `${Math.floor(at.getTime() / 1000)}:${digest}`
}
