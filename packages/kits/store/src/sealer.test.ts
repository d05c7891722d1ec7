import { inspect } from 'node:util'

import { ConfigError } from '@social/core/store'
import { describe, expect, it } from 'vitest'

import { KEY, OTHER_KEY } from './__fixtures__/keys.js'
import { KeyRing } from './key-ring.js'
import { Sealer } from './sealer.js'
import { isPermit, makePermit } from './unsealed-permit.js'

const NAMES = { factory: 'someStores', whole: 'schema' }
const PLACE = 'The connection fake:42'
const JSON_TEXT = '{"token":"hunter2"}'
const sealerOf = (
  keys: readonly string[],
  believes: () => boolean | Promise<boolean> = () => false,
): Sealer => new Sealer(keys.length === 0 ? null : new KeyRing(keys), NAMES, believes)

describe('a sealer', () => {
  it('encrypts a text and decrypts it, for the place that it was sealed for', async () => {
    const sealer = sealerOf([KEY])
    const sealed = await sealer.seal(JSON_TEXT, PLACE)

    expect(Buffer.from(sealed, 'base64url').toString()).not.toContain('hunter2')
    expect(await sealer.unseal(sealed, PLACE)).toBe(JSON_TEXT)
    await expect(sealer.unseal(sealed, 'The connection fake:7')).rejects.toThrow(/sealed for another place/)
  })

  it('distinguishes a text with a missing key from an unreadable text', async () => {
    const sealed = await sealerOf([KEY]).seal(JSON_TEXT, PLACE)
    const lacks = (keys: readonly string[], text = sealed): boolean => sealerOf(keys).lacksKeyOf(text)

    expect([lacks([]), lacks([OTHER_KEY])]).toEqual([true, true])
    expect([lacks([KEY]), lacks([OTHER_KEY, KEY])]).toEqual([false, false])
    expect([lacks([OTHER_KEY], JSON_TEXT), lacks([OTHER_KEY], 'nothing')]).toEqual([false, false])
  })

  it('changes nothing without keys', async () => {
    const sealer = sealerOf([])

    expect(await sealer.seal(JSON_TEXT, PLACE)).toBe(JSON_TEXT)
    expect(await sealer.unseal(JSON_TEXT, PLACE)).toBe(JSON_TEXT)
  })

  it.each([
    ['no key', [], 'is sealed. Pass the key that sealed it to someStores.'],
    ['another key', [OTHER_KEY], 'which is not in keys'],
  ])('reports the missing key with %s, and quotes nothing', async (_what, keys, message) => {
    const sealed = await sealerOf([KEY]).seal(JSON_TEXT, PLACE)
    const error: unknown = await sealerOf(keys)
      .unseal(sealed, PLACE)
      .catch((reason: unknown) => reason)

    expect(ConfigError.is(error)).toBe(true)
    expect(String(error)).toContain(message)
    expect(inspect(error, { depth: 9 })).not.toMatch(/hunter2|aaaa/)
  })

  it('accepts a text without a seal only if allowed, also asynchronously', async () => {
    const refused = /is not sealed, but every row of this schema must be/

    await expect(sealerOf([KEY]).unseal(JSON_TEXT, PLACE)).rejects.toThrow(refused)
    await expect(sealerOf([KEY], async () => false).unseal(JSON_TEXT, PLACE)).rejects.toThrow(refused)
    expect(await sealerOf([KEY], async () => true).unseal(JSON_TEXT, PLACE)).toBe(JSON_TEXT)
  })

  it('checks without decryption whether a text can be unsealed', async () => {
    const sealed = await sealerOf([KEY]).seal(JSON_TEXT, PLACE)
    const fits =
      (keys: readonly string[], text: string, believes = false) =>
      () =>
        sealerOf(keys).mustFit(text, PLACE, () => believes)

    for (const fitting of [fits([KEY], sealed), fits([], JSON_TEXT), fits([KEY], JSON_TEXT, true)])
      expect(fitting).not.toThrow()
    expect(fits([OTHER_KEY], sealed)).toThrow('not in keys')
    expect(fits([KEY], JSON_TEXT)).toThrow('is not sealed, but every row')
  })

  it('reports which texts must be sealed again', async () => {
    const [before, after] = [sealerOf([OTHER_KEY]), sealerOf([KEY, OTHER_KEY])]

    expect(after.isNewest(await before.seal(JSON_TEXT, PLACE))).toBe(false)
    expect(after.isNewest(JSON_TEXT)).toBe(false)
    expect(after.isNewest(await after.seal(JSON_TEXT, PLACE))).toBe(true)
    expect(sealerOf([]).isNewest(JSON_TEXT)).toBe(true)
  })
})

describe('a permit for rows without a seal', () => {
  it('can be made only with the key', () => {
    const permit = makePermit(new KeyRing([KEY]))

    expect(isPermit(new KeyRing([OTHER_KEY, KEY]), permit)).toBe(true)
    expect(isPermit(new KeyRing([OTHER_KEY]), permit)).toBe(false)
    expect(isPermit(new KeyRing([KEY]), { ...permit, proof: 'made up' })).toBe(false)
  })
})
