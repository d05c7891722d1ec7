import { journalKeyText } from '@social/core/store'
import { ConfigError, type JsonObject } from '@social/core/store'
import { expect, it } from 'vitest'

import { KEY } from './__fixtures__/keys.js'
import { KeyRing } from './key-ring.js'
import { Sealer } from './sealer.js'
import { holdsResult, sealReceipt, sealResult, unsealReceipt, unsealResult } from './stored-journal.js'

const SEALER = new Sealer(new KeyRing([KEY]), { factory: 'someStores', whole: 'schema' }, () => false)

const key = (connectionId: string, operation: 'post' | 'reply', idempotencyKey: string): string =>
  journalKeyText({ connectionId, operation, idempotencyKey })

it('separates entries whose concatenated parts are equal', () => {
  const ids = [key('a', 'post', 'b'), key('a', 'post', 'c'), key('a', 'reply', 'b'), key('a"', 'post', 'b')]
  expect(new Set(ids).size).toBe(4)
})

it('stores receipts and results, each for its own place', async () => {
  const receipt = await sealReceipt(SEALER, 'row', { step: 'WAIT' })
  expect(await unsealReceipt(SEALER, 'row', receipt ?? '')).toEqual({ step: 'WAIT' })
  await expect(unsealResult(SEALER, 'row', receipt ?? '')).rejects.toThrow('sealed for another place')
  expect(await unsealResult(SEALER, 'row', await sealResult(SEALER, 'row', { id: '1' }))).toEqual({ id: '1' })
  expect(await sealReceipt(SEALER, 'row', null)).toBeNull()
})

/** Builds a receipt whose JSON has this size in bytes. */
const ofBytes = (bytes: number): JsonObject => ({ text: 'é'.repeat(100) + 'a'.repeat(bytes - 211) })

it('accepts a receipt of 16,384 bytes and refuses one more byte', async () => {
  expect(Buffer.byteLength(JSON.stringify(ofBytes(16_384)))).toBe(16_384)
  await expect(sealReceipt(SEALER, 'row', ofBytes(16_384))).resolves.not.toBeNull()
  const refused = sealReceipt(SEALER, 'row', ofBytes(16_385))
  await expect(refused).rejects.toThrow(ConfigError)
  await expect(refused).rejects.toThrow('The receipt has 16385 bytes of JSON; the maximum is 16384.')
})

it('checks whether a result is the stored one', async () => {
  const stored = await sealResult(SEALER, 'row', { id: '1', at: null })
  expect(await holdsResult(SEALER, 'row', stored, { at: null, id: '1', url: undefined as never })).toBe(true)
  expect(await holdsResult(SEALER, 'row', stored, { id: '2', at: null })).toBe(false)
  expect(await holdsResult(SEALER, 'row', null, { id: '1' })).toBe(false)
})
