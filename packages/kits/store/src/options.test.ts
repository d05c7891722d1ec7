import { ConfigError } from '@social/core/store'
import { describe, expect, it } from 'vitest'

import { KEY, OTHER_KEY } from './__fixtures__/keys.js'
import { KeyRing } from './key-ring.js'
import { positiveNumber, readKeyRing, refuseUnknownOptions, type SealingOptions } from './options.js'

const WORDS = { factory: 'someStores', whole: 'schema' }

describe('the keys of a store', () => {
  it('are none, one, or several with the newest first', () => {
    const newest = new KeyRing([KEY]).newest
    expect(readKeyRing({}, WORDS)).toBeNull()
    expect(readKeyRing({ key: KEY }, WORDS)?.newest).toBe(newest)
    const ring = readKeyRing({ keys: [KEY, OTHER_KEY] }, WORDS)
    expect([ring?.newest, ring?.find(new KeyRing([OTHER_KEY]).newest)?.length]).toEqual([newest, 32])
  })

  it.each<[SealingOptions, string]>([
    [{ key: undefined }, 'key is undefined. Set it, or remove it to keep the schema unsealed.'],
    [{ keys: undefined }, 'keys is undefined.'],
    [{ key: KEY, keys: [OTHER_KEY] }, 'someStores accepts key or keys, not both.'],
    // Wrong on purpose: callers without types get the same words.
    [{ keys: KEY as never }, 'keys of someStores must be a list of keys'],
    [{ keys: [] }, 'keys is empty'],
  ])('are refused as %j', (options, words) => {
    expect(() => readKeyRing(options, WORDS)).toThrow(ConfigError)
    expect(() => readKeyRing(options, WORDS)).toThrow(words)
  })
})

it('names the factory and the near miss of an option that does not exist', () => {
  expect(() => refuseUnknownOptions({ kye: KEY }, ['key', 'keys'], WORDS)).toThrow(
    /someStores.*Did you mean "key"\?/s,
  )
})

it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, '5' as never])('is no number above 0: %s', (value) => {
  expect(() => positiveNumber(value, 'answerSeconds')).toThrow(ConfigError)
  expect(() => positiveNumber(value, 'answerSeconds')).toThrow('answerSeconds must be a number above 0')
  expect(positiveNumber(0.1, 'answerSeconds')).toBe(0.1)
})
