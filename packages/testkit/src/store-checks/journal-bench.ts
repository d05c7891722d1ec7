import { strict as assert } from 'node:assert'

import {
  ConfigError,
  type JournalEntry,
  type JournalKey,
  type JsonObject,
  type PublishJournal,
} from '@social/core/store'

import type { Bench } from './check.js'

export const MINUTE = { leaseSeconds: 60 }
export const SHORT = { leaseSeconds: 1 }
export const KEY: JournalKey = {
  connectionId: 'bluesky:did:plc:abc',
  operation: 'post',
  idempotencyKey: 'launch-42',
}
export const PRINT = 'fingerprint-of-the-post'
export const RECEIPT: JsonObject = {
  kind: 'RECEIPT',
  version: 1,
  step: 'WAIT',
  data: { session: 'https://upload.example/?a=1', offset: 8_388_608, list: [null, true, 'é🙂'] },
}
export const RESULT: JsonObject = {
  kind: 'POST_RESULT',
  version: 1,
  id: '9007199254740993',
  url: null,
  raw: { a: { b: [] } },
}

/** Opens an entry, asserts its state, and returns the claim. */
export async function claimOf(
  port: PublishJournal,
  expected: 'NEW' | 'CONTINUE',
  key = KEY,
  lease = MINUTE,
): Promise<string> {
  const entry = await port.open(key, PRINT, lease)
  assert.equal(entry.state, expected)
  return 'claim' in entry ? entry.claim : assert.fail('An entry that is open must have a claim.')
}

export const stateOf = async (
  port: PublishJournal,
  key = KEY,
  print = PRINT,
): Promise<JournalEntry['state']> => (await port.open(key, print, MINUTE)).state

export async function mustBeLost(call: () => Promise<unknown>, what: string): Promise<void> {
  const error: unknown = await call().then(
    () => null,
    (reason: unknown) => reason,
  )
  assert.ok(
    ConfigError.is(error),
    `${what} must be refused with ConfigError: the entry is in other hands, or holds something else.`,
  )
}

/**
 * Lets a lease expire after a saved receipt. Returns the claim of the first worker (`lost`) and of
 * the worker that took over (`taken`).
 */
export async function takenOver({
  port,
  pass,
}: Pick<Bench<PublishJournal>, 'port' | 'pass'>): Promise<{ lost: string; taken: string }> {
  const lost = await claimOf(port, 'NEW', KEY, SHORT)
  await port.save(KEY, lost, RECEIPT, SHORT)
  await pass(1.5)
  return { lost, taken: await claimOf(port, 'CONTINUE') }
}

/** Returns a key of the same connection and operation as `KEY`, with another idempotency key. */
export const keyOf = (idempotencyKey: string): JournalKey => ({ ...KEY, idempotencyKey })
