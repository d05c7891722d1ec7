import { type Random } from '@social/core/platform'
import { wrongArgument } from '@social/core/store'

/** Mulberry32, a small generator whose numbers depend on its seed alone. https://gist.github.com/tommyettinger/46a874533244883189143505d203312c */
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
 * Chance that is the same in every run. For tests alone: anyone can foretell it.
 *
 * @param seed - Another seed gives other values; 1 unless given.
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
