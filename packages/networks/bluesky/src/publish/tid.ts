import type { Clock, Random } from '@social/core/platform'

const LETTERS = '234567abcdefghijklmnopqrstuvwxyz'

/**
 * A key for a new record, chosen by us before it is sent: so a lost answer can be looked up, and nothing comes twice.
 * Microseconds since 1970 and ten bits of chance, in letters that sort. https://atproto.com/specs/tid (read 2026-11-21)
 */
export function makeTid({ clock, random }: { readonly clock: Clock; readonly random: Random }): string {
  // 53 bits in eleven letters, and ten in two: numbers as JavaScript has them reach.
  const micros = clock.now().getTime() * 1000 + Math.floor(random.fraction() * 1000)
  return toLetters(micros, 11) + toLetters(Math.floor(random.fraction() * 1024), 2)
}

/** The lowest bits of a whole number, five to a letter. */
function toLetters(value: number, count: number): string {
  let letters = ''
  let left = value
  for (let place = 0; place < count; place += 1) {
    letters = (LETTERS[left % 32] ?? '') + letters
    left = Math.floor(left / 32)
  }
  return letters
}

/** When a key was made, by the clock of whoever made it; null when it is no such key. */
export function momentOfTid(tid: string): Date | null {
  if (!/^[2-7a-j][2-7a-z]{12}$/.test(tid)) return null
  let bits = 0n
  for (const letter of tid) bits = (bits << 5n) | BigInt(LETTERS.indexOf(letter))
  return new Date(Number((bits >> 10n) / 1000n))
}
