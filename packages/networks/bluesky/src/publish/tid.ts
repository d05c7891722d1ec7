import type { Clock, Random } from '@social/core/platform'

const LETTERS = '234567abcdefghijklmnopqrstuvwxyz'

/**
 * Creates a key for a new record before the request. If the response is lost, the key identifies
 * the record, so that no second record is created. The key contains the microseconds since 1970
 * and ten random bits, in sortable characters. https://atproto.com/specs/tid (read 2026-11-21)
 */
export function makeTid({ clock, random }: { readonly clock: Clock; readonly random: Random }): string {
  // The time has 53 bits, the limit of JavaScript numbers, and takes eleven characters. The ten
  // random bits take two characters.
  const micros = clock.now().getTime() * 1000 + Math.floor(random.fraction() * 1000)
  return toLetters(micros, 11) + toLetters(Math.floor(random.fraction() * 1024), 2)
}

/** Encodes the lowest bits of an integer. Each character contains five bits. */
function toLetters(value: number, count: number): string {
  let letters = ''
  let left = value
  for (let place = 0; place < count; place += 1) {
    letters = (LETTERS[left % 32] ?? '') + letters
    left = Math.floor(left / 32)
  }
  return letters
}

/** Returns the creation time of a key, by the clock of its creator; null for an invalid key. */
export function momentOfTid(tid: string): Date | null {
  if (!/^[2-7a-j][2-7a-z]{12}$/.test(tid)) return null
  let bits = 0n
  for (const letter of tid) bits = (bits << 5n) | BigInt(LETTERS.indexOf(letter))
  return new Date(Number((bits >> 10n) / 1000n))
}
