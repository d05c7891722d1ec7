import { strict as assert } from 'node:assert'

import type { PublishJournal } from '@social/core/store'

import { inParallel, type StoreCheckDefinition } from './check.js'
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
  takenOver,
} from './journal-bench.js'

/** Checks of claims: expired claims, workers that died, and workers that respond late. */
export const CLAIM_CHECKS: readonly StoreCheckDefinition<PublishJournal>[] = [
  {
    name: 'frees an entry after its lease: NEW without a receipt, CONTINUE with one',
    run: async (bench) => {
      const first = await claimOf(bench.port, 'NEW', KEY, SHORT)
      await bench.pass(1.5)
      const second = await claimOf(bench.port, 'NEW', KEY, SHORT)
      assert.notEqual(second, first)
      await bench.port.save(KEY, second, RECEIPT, SHORT)
      await bench.pass(1.5)
      const entry = await bench.port.open(KEY, PRINT, SHORT)
      assert.equal(entry.state, 'CONTINUE')
      assert.deepEqual('receipt' in entry && entry.receipt, RECEIPT, 'A dead worker’s receipt must be there.')
    },
  },
  {
    name: 'extends the lease with each save',
    run: async (bench) => {
      const claim = await claimOf(bench.port, 'NEW', KEY, SHORT)
      await bench.port.save(KEY, claim, RECEIPT, MINUTE)
      await bench.pass(1.5)
      assert.equal(await stateOf(bench.port), 'BUSY')
    },
  },
  {
    name: 'accepts writes of a worker with an expired lease until another worker claims the entry',
    run: async (bench) => {
      const claim = await claimOf(bench.port, 'NEW', KEY, SHORT)
      await bench.pass(1.5)
      await bench.port.save(KEY, claim, RECEIPT, SHORT)
      await bench.pass(1.5)
      await bench.port.finish(KEY, claim, RESULT)
      assert.equal(await stateOf(bench.port), 'DONE')
    },
  },
  {
    name: 'refuses writes of a worker after another one took over the entry',
    run: async (bench) => {
      const { port } = bench
      const { lost, taken } = await takenOver({ port, pass: (seconds) => bench.pass(seconds) })
      await mustBeLost(() => port.save(KEY, lost, { late: true }, MINUTE), 'A late receipt')
      await mustBeLost(() => port.finish(KEY, lost, { late: true }), 'A late result')
      await port.release(KEY, lost).catch(() => {})
      assert.equal(await stateOf(port), 'BUSY', 'The worker that took over must still have the entry.')
      await port.release(KEY, taken)
      const entry = await port.open(KEY, PRINT, MINUTE)
      assert.deepEqual('receipt' in entry && entry.receipt, RECEIPT, 'A late receipt must not be kept.')
    },
  },
  {
    name: 'does not let a late worker change a finished entry',
    run: async (bench) => {
      const { port } = bench
      const { lost, taken } = await takenOver({ port, pass: (seconds) => bench.pass(seconds) })
      await port.finish(KEY, taken, RESULT)
      await mustBeLost(() => port.save(KEY, taken, RECEIPT, MINUTE), 'A receipt after the result')
      await port.finish(KEY, lost, { late: true }).catch(() => {})
      await port.release(KEY, lost).catch(() => {})
      await port.release(KEY, taken).catch(() => {})
      const entry = await port.open(KEY, PRINT, MINUTE)
      assert.deepEqual('result' in entry && entry.result, RESULT, 'The first result must stay.')
    },
  },
  {
    name: 'accepts a repeated finish of the same worker, and keeps the first result',
    run: async ({ port }) => {
      const claim = await claimOf(port, 'NEW')
      await port.save(KEY, claim, RECEIPT, MINUTE)
      await port.finish(KEY, claim, RESULT)
      await port.finish(KEY, claim, structuredClone(RESULT))
      await mustBeLost(() => port.finish(KEY, claim, { ...RESULT, id: 'other' }), 'Another result')
      const entry = await port.open(KEY, PRINT, MINUTE)
      assert.deepEqual('result' in entry && entry.result, RESULT, 'The first result must stay.')
    },
  },
  {
    name: 'accepts a repeated save of a receipt',
    run: async ({ port }) => {
      const claim = await claimOf(port, 'NEW')
      await port.save(KEY, claim, RECEIPT, MINUTE)
      await port.save(KEY, claim, structuredClone(RECEIPT), MINUTE)
      await port.release(KEY, claim)
      const entry = await port.open(KEY, PRINT, MINUTE)
      assert.deepEqual('receipt' in entry && entry.receipt, RECEIPT)
    },
  },
  {
    name: 'ignores the release of an entry that is released, deleted, finished or taken over',
    run: async (bench) => {
      const { port } = bench
      const gone = await claimOf(port, 'NEW', keyOf('gone'))
      for (let time = 0; time < 2; time += 1) await port.release(keyOf('gone'), gone)
      const { lost, taken } = await takenOver({ port, pass: (seconds) => bench.pass(seconds) })
      await port.release(KEY, lost)
      assert.equal(await stateOf(port), 'BUSY', 'The worker that took over must still have the entry.')
      for (let time = 0; time < 2; time += 1) await port.release(KEY, taken)
      const last = await claimOf(port, 'CONTINUE')
      await port.finish(KEY, last, RESULT)
      await port.release(KEY, last)
      assert.equal(await stateOf(port), 'DONE', 'A finished entry must stay finished.')
    },
  },
  {
    name: 'frees an entry at most one lease after a read if the clock was set back',
    needs: 'stepClock',
    run: async (bench) => {
      const { port } = bench
      const claim = await claimOf(port, 'NEW', KEY, SHORT)
      await port.save(KEY, claim, RECEIPT, SHORT)
      bench.stepClock(-3_600)
      assert.equal((await port.open(KEY, PRINT, SHORT)).state, 'BUSY', 'The lease is not over yet.')
      await bench.pass(1.5)
      await claimOf(port, 'CONTINUE')
    },
  },
  {
    name: 'gives an entry to one of many concurrent opens',
    run: async ({ port }) => {
      const entries = await inParallel(30, () => port.open(KEY, PRINT, MINUTE))
      assert.equal(entries.filter(({ state }) => state === 'NEW').length, 1)
      assert.equal(entries.filter(({ state }) => state === 'BUSY').length, 29)
    },
  },
  {
    name: 'gives a released entry to one of many concurrent opens',
    run: async ({ port }) => {
      const claim = await claimOf(port, 'NEW')
      await port.save(KEY, claim, RECEIPT, MINUTE)
      await port.release(KEY, claim)
      const entries = await inParallel(30, () => port.open(KEY, PRINT, MINUTE))
      assert.equal(entries.filter(({ state }) => state === 'CONTINUE').length, 1)
    },
  },
  {
    name: 'lets one of many processes publish each key',
    needs: 'processes',
    run: (bench) =>
      bench.race(3, async (competitors) => {
        const keys = Array.from({ length: 20 }, (_nothing, at) => `key-${at}`)
        const published = await Promise.all(competitors.map((each) => each.ask('journal.publish', keys)))
        assert.deepEqual(
          published.flat().map(String).toSorted(),
          keys.toSorted(),
          'Each must be published exactly once.',
        )
      }),
  },
  {
    name: 'returns the last receipt of a killed process to the next one, after its lease',
    needs: 'processes',
    run: (bench) =>
      bench.race(2, async ([killed, next]) => {
        await killed?.ask('journal.begin', { key: 'crash', receipt: RECEIPT, leaseSeconds: 1 })
        killed?.signal('SIGKILL')
        assert.deepEqual(await next?.ask('journal.continue', 'crash'), RECEIPT)
      }),
  },
]
