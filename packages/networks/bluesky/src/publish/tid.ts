import type { Clock, Random } from '@social/core/platform'

const LETTERS = '234567abcdefghijklmnopqrstuvwxyz'

/**
 * A key for a new record, chosen by us before it is sent: so a lost answer can be looked up, and nothing comes twice.
 * Microseconds since 1970 and ten bits of chance, in letters that sort. https://atproto.com/specs/tid (read 2026-11-21)
 */
export function makeTid({ clock, random }: { readonly clock: Clock; readonly random: Random }): string {
  const chance = Buffer.from(random.bytes(4)).readUInt32BE(0)
  const micros = BigInt(clock.now().getTime()) * 1000n + BigInt((chance >>> 10) % 1000)
  let bits = (micros << 10n) | BigInt(chance & 1023)
  let tid = ''
  for (let place = 0; place < 13; place += 1) {
    tid = (LETTERS[Number(bits & 31n)] ?? '') + tid
    bits >>= 5n
  }
  return tid
}

/** When a key was made, by the clock of whoever made it; null when it is no such key. */
export function momentOfTid(tid: string): Date | null {
  if (!/^[2-7a-j][2-7a-z]{12}$/.test(tid)) return null
  let bits = 0n
  for (const letter of tid) bits = (bits << 5n) | BigInt(LETTERS.indexOf(letter))
  return new Date(Number((bits >> 10n) / 1000n))
}
