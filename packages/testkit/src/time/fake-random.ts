import { type Random } from '@social/core/platform'
import { wrongArgument } from '@social/core/store'

/**
 * Returns a Mulberry32 generator: a small pseudo-random generator that depends only on its seed.
 * https://gist.github.com/tommyettinger/46a874533244883189143505d203312c
 */
function generator(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}

/**
 * Returns random values that are the same in every run. Only for tests, because the values are
 * predictable.
 *
 * @param seed - A different seed produces different values. Default: 1.
 */
export function fakeRandom(seed = 1): Random {
  if (typeof seed !== 'number' || !Number.isFinite(seed))
    throw wrongArgument('fakeRandom: seed', 'a number', seed)
  const next = generator(seed)
  return {
    bytes: (count) => Uint8Array.from({ length: count }, () => next() >>> 24),
    fraction: () => next() / 0x1_0000_0000,
  }
}
