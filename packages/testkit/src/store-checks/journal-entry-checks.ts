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

/** Checks of a journal entry, from its first `open` to its deletion. */
export const ENTRY_CHECKS: readonly StoreCheckDefinition<PublishJournal>[] = [
  {
    name: 'opens an unused key as NEW, without a receipt',
    run: async ({ port }) => {
      const entry = await port.open(KEY, PRINT, MINUTE)
      assert.equal(entry.state, 'NEW')
      assert.equal('receipt' in entry && entry.receipt, null)
    },
  },
  {
    name: 'reports a busy key to a second worker, with the end of the lease',
    run: async ({ port }) => {
      await claimOf(port, 'NEW')
      const [first, second] = [
        await port.open(KEY, PRINT, MINUTE),
        await port.open(KEY, PRINT, { leaseSeconds: 9_999 }),
      ]
      assert.equal(first.state, 'BUSY')
      assert.ok(first.state === 'BUSY' && second.state === 'BUSY')
      assert.ok(first.freeAt instanceof Date)
      // The second `open` must not change `freeAt`, because the first worker's lease still applies.
      assert.ok(
        Math.abs(second.freeAt.getTime() - first.freeAt.getTime()) < 30_000,
        'Asking must not extend the lease.',
      )
    },
  },
  {
    name: 'returns the receipt to the worker that resumes',
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
    name: 'deletes an entry that is released without a receipt, with its fingerprint',
    run: async ({ port }) => {
      await port.release(KEY, await claimOf(port, 'NEW'))
      assert.equal(await stateOf(port, KEY, 'another post'), 'NEW')
    },
  },
  {
    name: 'deletes a receipt with null',
    run: async ({ port }) => {
      const claim = await claimOf(port, 'NEW')
      await port.save(KEY, claim, RECEIPT, MINUTE)
      await port.save(KEY, claim, null, MINUTE)
      await port.release(KEY, claim)
      assert.equal(await stateOf(port), 'NEW')
    },
  },
  {
    name: 'returns the first result for every later open',
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
    name: 'with finishNew, stores a result in one step',
    run: async ({ port }) => {
      if (!port.finishNew) return
      await port.finishNew(KEY, PRINT, RESULT)
      const entry = await port.open(KEY, PRINT, MINUTE)
      assert.deepEqual('result' in entry && entry.result, RESULT, 'The result must come back whole.')
      assert.equal(await stateOf(port, KEY, 'another post'), 'CONFLICT')
    },
  },
  {
    name: 'with finishNew, accepts a repeated result and refuses another one',
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
    name: 'reports a key of another post as a conflict, whether held, released or finished',
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
    name: 'distinguishes keys by each of their three parts',
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
    name: 'deletes entries last touched before a time, but never held ones',
    run: async (bench) => {
      const { port } = bench
      await port.finish(keyOf('done'), await claimOf(port, 'NEW', keyOf('done')), RESULT)
      const abandoned = await claimOf(port, 'NEW', keyOf('abandoned'), SHORT)
      await port.save(keyOf('abandoned'), abandoned, RECEIPT, SHORT)
      await claimOf(port, 'NEW', keyOf('held'), { leaseSeconds: 9_999 })
      await bench.pass(1.5)
      assert.equal(await port.forgetBefore(new Date(0)), 0, 'Nothing is that old.')
      assert.equal(await port.forgetBefore(new Date('2200-01-01T00:00:00Z')), 2)
      assert.equal(await stateOf(port, keyOf('held')), 'BUSY')
      assert.equal(await stateOf(port, keyOf('done')), 'NEW')
      assert.equal(await stateOf(port, keyOf('abandoned')), 'NEW')
    },
  },
  {
    name: 'keeps claims, receipts and results after a restart',
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
