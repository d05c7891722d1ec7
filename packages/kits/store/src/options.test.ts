import { ConfigError } from '@social/core/store'
import { describe, expect, it } from 'vitest'

import { KEY, OTHER_KEY } from './__fixtures__/keys.js'
import { KeyRing } from './key-ring.js'
import { positiveNumber, readKeyRing, refuseUnknownOptions, type SealingOptions } from './options.js'

const NAMES = { factory: 'someStores', whole: 'schema' }

describe('the keys of a store', () => {
  it('are none, one, or several with the newest first', () => {
    const newest = new KeyRing([KEY]).newest
    expect(readKeyRing({}, NAMES)).toBeNull()
    expect(readKeyRing({ key: KEY }, NAMES)?.newest).toBe(newest)
    const ring = readKeyRing({ keys: [KEY, OTHER_KEY] }, NAMES)
    expect([ring?.newest, ring?.find(new KeyRing([OTHER_KEY]).newest)?.length]).toEqual([newest, 32])
  })

  it.each<[SealingOptions, string]>([
    [{ key: undefined }, 'key is undefined. Set it, or remove it to keep the schema unsealed.'],
    [{ keys: undefined }, 'keys is undefined.'],
    [{ key: KEY, keys: [OTHER_KEY] }, 'someStores accepts key or keys, not both.'],
    // safe cast: deliberately wrong types, because callers in plain JavaScript must get the same
    // messages
    [{ keys: KEY as never }, 'keys of someStores must be a list of keys'],
    [{ keys: [] }, 'keys is empty'],
  ])('are refused as %j', (options, message) => {
    expect(() => readKeyRing(options, NAMES)).toThrow(ConfigError)
    expect(() => readKeyRing(options, NAMES)).toThrow(message)
  })
})

it('names the factory and the closest option for an unknown option', () => {
  expect(() => refuseUnknownOptions({ kye: KEY }, ['key', 'keys'], NAMES)).toThrow(
    /someStores.*Did you mean "key"\?/s,
  )
})

it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, '5' as never])(
  'refuses a value that is not a number above 0: %s',
  (value) => {
    expect(() => positiveNumber(value, 'answerSeconds')).toThrow(ConfigError)
    expect(() => positiveNumber(value, 'answerSeconds')).toThrow('answerSeconds must be a number above 0')
    expect(positiveNumber(0.1, 'answerSeconds')).toBe(0.1)
  },
)
