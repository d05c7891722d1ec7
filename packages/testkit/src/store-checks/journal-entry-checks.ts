import { strict as assert } from 'node:assert'

import { ConfigError, type JournalKey, type PublishJournal } from '@social/core/store'

import type { StoreCheckDefinition } from './check.js'
import {
  claimOf,
  KEY,
  keyOf,
  MINUTE,
  mustBeLost,
  PRINT,
  RECEIPT,
  RESULT,
  SHORT,
  stateOf,
} from './journal-bench.js'

/** What an entry is, from its first opening to being forgotten. */
export const ENTRY_CHECKS: readonly StoreCheckDefinition<PublishJournal>[] = [
  {
    name: 'opens a key that was never used as NEW, without a receipt',
    run: async ({ port }) => {
      const entry = await port.open(KEY, PRINT, MINUTE)
      assert.equal(entry.state, 'NEW')
      assert.equal('receipt' in entry && entry.receipt, null)
    },
  },
  {
    name: 'tells a second worker that the key is busy, and until when',
    run: async ({ port }) => {
      await claimOf(port, 'NEW')
      const [first, second] = [
        await port.open(KEY, PRINT, MINUTE),
        await port.open(KEY, PRINT, { leaseSeconds: 9_999 }),
      ]
      assert.equal(first.state, 'BUSY')
      assert.ok(first.state === 'BUSY' && second.state === 'BUSY')
      assert.ok(first.freeAt instanceof Date)
      // Asking does not move the moment: the first worker's lease counts, not the asker's.
      assert.ok(
        Math.abs(second.freeAt.getTime() - first.freeAt.getTime()) < 30_000,
        'Asking must not extend the lease.',
      )
    },
  },
  {
    name: 'gives the receipt to the worker that continues',
    run: async ({ port }) => {
      const claim = await claimOf(port, 'NEW')
      await port.save(KEY, claim, RECEIPT, MINUTE)
      await port.save(KEY, claim, { ...RECEIPT, step: 'FINISH' }, MINUTE)
      await port.release(KEY, claim)
      const entry = await port.open(KEY, PRINT, MINUTE)
      assert.equal(entry.state, 'CONTINUE')
      assert.deepEqual('receipt' in entry && entry.receipt, { ...RECEIPT, step: 'FINISH' })
      assert.notEqual('claim' in entry && entry.claim, claim, 'Each claim must have an id of its own.')
    },
  },
  {
    name: 'forgets an entry that is released without a receipt, its fingerprint too',
    run: async ({ port }) => {
      await port.release(KEY, await claimOf(port, 'NEW'))
      assert.equal(await stateOf(port, KEY, 'another post'), 'NEW')
    },
  },
  {
    name: 'takes a receipt back with null',
    run: async ({ port }) => {
      const claim = await claimOf(port, 'NEW')
      await port.save(KEY, claim, RECEIPT, MINUTE)
      await port.save(KEY, claim, null, MINUTE)
      await port.release(KEY, claim)
      assert.equal(await stateOf(port), 'NEW')
    },
  },
  {
    name: 'gives the first result to everybody who asks again',
    run: async (bench) => {
      const { port } = bench
      const claim = await claimOf(port, 'NEW')
      await port.save(KEY, claim, RECEIPT, MINUTE)
      await port.finish(KEY, claim, RESULT)
      for (let time = 0; time < 2; time += 1) {
        const entry = await port.open(KEY, PRINT, MINUTE)
        assert.equal(entry.state, 'DONE')
        assert.deepEqual('result' in entry && entry.result, RESULT, 'The result must come back whole.')
        await bench.pass(120)
      }
    },
  },
  {
    name: 'keeps a result that is written down in one step, where it can do that',
    run: async ({ port }) => {
      if (!port.finishNew) return
      await port.finishNew(KEY, PRINT, RESULT)
      const entry = await port.open(KEY, PRINT, MINUTE)
      assert.deepEqual('result' in entry && entry.result, RESULT, 'The result must come back whole.')
      assert.equal(await stateOf(port, KEY, 'another post'), 'CONFLICT')
    },
  },
  {
    name: 'takes such a result a second time, and refuses another, where it can do that',
    run: async ({ port }) => {
      if (!port.finishNew) return
      for (let time = 0; time < 2; time += 1) await port.finishNew(KEY, PRINT, structuredClone(RESULT))
      await mustBeLost(async () => port.finishNew?.(KEY, PRINT, { id: 'other' }), 'Another result')
      await mustBeLost(async () => port.finishNew?.(KEY, 'another post', RESULT), 'Another post')
      const entry = await port.open(KEY, PRINT, MINUTE)
      assert.deepEqual('result' in entry && entry.result, RESULT, 'The first result must stay.')
    },
  },
  {
    name: 'tells that a key was used for something else: in hand, given up, and done',
    run: async ({ port }) => {
      const claim = await claimOf(port, 'NEW')
      assert.equal(await stateOf(port, KEY, 'another post'), 'CONFLICT')
      await port.save(KEY, claim, RECEIPT, MINUTE)
      await port.release(KEY, claim)
      assert.equal(await stateOf(port, KEY, 'another post'), 'CONFLICT')
      await port.finish(KEY, await claimOf(port, 'CONTINUE'), RESULT)
      assert.equal(await stateOf(port, KEY, 'another post'), 'CONFLICT')
    },
  },
  {
    name: 'keeps keys apart by each of their three parts',
    run: async ({ port }) => {
      const keys: JournalKey[] = [
        KEY,
        { ...KEY, operation: 'reply' },
        { ...KEY, idempotencyKey: 'LAUNCH-42' },
        { ...KEY, idempotencyKey: 'launch-4' },
        { ...KEY, connectionId: 'bluesky:did:plc', operation: 'abc:post' },
        { ...KEY, connectionId: 'bluesky:did:plc:abc:post', operation: '' },
      ]
      for (const key of keys) await claimOf(port, 'NEW', key)
    },
  },
  {
    name: 'refuses a receipt over 16 KiB, so that one network cannot fill the store',
    run: async ({ port }) => {
      const claim = await claimOf(port, 'NEW')
      await mustBeLostOrTooBig(() => port.save(KEY, claim, { page: 'x'.repeat(16_384) }, MINUTE))
      await port.save(KEY, claim, { page: 'x'.repeat(16_000) }, MINUTE)
    },
  },
  {
    name: 'forgets what was last touched before a moment, and never what is in hand',
    run: async (bench) => {
      const { port } = bench
      await port.finish(keyOf('done'), await claimOf(port, 'NEW', keyOf('done')), RESULT)
      const abandoned = await claimOf(port, 'NEW', keyOf('abandoned'), SHORT)
      await port.save(keyOf('abandoned'), abandoned, RECEIPT, SHORT)
      await claimOf(port, 'NEW', keyOf('in hand'), { leaseSeconds: 9_999 })
      await bench.pass(1.5)
      assert.equal(await port.forgetBefore(new Date(0)), 0, 'Nothing is that old.')
      assert.equal(await port.forgetBefore(new Date('2200-01-01T00:00:00Z')), 2)
      assert.equal(await stateOf(port, keyOf('in hand')), 'BUSY')
      assert.equal(await stateOf(port, keyOf('done')), 'NEW')
      assert.equal(await stateOf(port, keyOf('abandoned')), 'NEW')
    },
  },
  {
    name: 'keeps claims, receipts and results when it is opened again',
    needs: 'reopen',
    run: async (bench) => {
      const { port } = bench
      await port.finish(keyOf('done'), await claimOf(port, 'NEW', keyOf('done')), RESULT)
      const given = await claimOf(port, 'NEW', keyOf('given up'))
      await port.save(keyOf('given up'), given, RECEIPT, MINUTE)
      await port.release(keyOf('given up'), given)
      const held = await claimOf(port, 'NEW', keyOf('held'))
      const again = await bench.reopened()
      assert.equal(await stateOf(again, keyOf('held')), 'BUSY')
      await again.save(keyOf('held'), held, RECEIPT, MINUTE)
      const [done, open] = [
        await again.open(keyOf('done'), PRINT, MINUTE),
        await again.open(keyOf('given up'), PRINT, MINUTE),
      ]
      assert.deepEqual('result' in done && done.result, RESULT)
      assert.deepEqual('receipt' in open && open.receipt, RECEIPT)
    },
  },
]

async function mustBeLostOrTooBig(call: () => Promise<void>): Promise<void> {
  const error: unknown = await call().then(
    () => null,
    (reason: unknown) => reason,
  )
  assert.ok(
    ConfigError.is(error),
    'A receipt of more than 16,384 bytes of JSON must be refused with ConfigError.',
  )
}
