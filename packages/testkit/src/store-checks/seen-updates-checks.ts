import { strict as assert } from 'node:assert'

import type { SeenUpdates } from '@social/core/store'

import { inParallel, type StoreCheckDefinition, StoreChecks, type StoreHooks } from './check.js'

const MINUTE = { leaseSeconds: 60 }
const SHORT = { leaseSeconds: 1 }
const KEY = '["bluesky","bluesky:did:plc:abc","update-1"]'

async function claimed(port: SeenUpdates, key = KEY, lease = MINUTE): Promise<string> {
  const result = await port.claim(key, lease)
  assert.equal(result.state, 'CLAIMED', 'The update is free, so it must be claimed.')
  const claim = result.state === 'CLAIMED' ? result.claim : ''
  assert.ok(claim !== '', 'A claim must have an id of its own.')
  return claim
}

const stateOf = async (port: SeenUpdates, key = KEY): Promise<string> => (await port.claim(key, MINUTE)).state

/** Ignores the error of a call with an invalid claim: a store may throw or do nothing. */
const quietly = (call: Promise<void>): Promise<void> => call.catch(() => {})

const CHECKS: readonly StoreCheckDefinition<SeenUpdates>[] = [
  {
    name: 'gives an update to its first claim, and reports it as busy to the next',
    run: async ({ port }) => {
      await claimed(port)
      assert.equal(await stateOf(port), 'BUSY')
      assert.equal(await stateOf(port), 'BUSY')
    },
  },
  {
    name: 'remembers a confirmed update',
    run: async (bench) => {
      const claim = await claimed(bench.port)
      await bench.port.confirm(KEY, claim)
      assert.equal(await stateOf(bench.port), 'SEEN')
      await bench.pass(120)
      assert.equal(await stateOf(bench.port), 'SEEN', 'It must be remembered beyond the lease of its claim.')
    },
  },
  {
    name: 'gives a released update to the next claim',
    run: async ({ port }) => {
      const first = await claimed(port)
      await port.release(KEY, first)
      assert.notEqual(await claimed(port), first, 'Each claim must have an id of its own.')
    },
  },
  {
    name: 'frees a claim after its lease',
    run: async (bench) => {
      await claimed(bench.port, KEY, SHORT)
      await bench.pass(1.5)
      await claimed(bench.port)
    },
  },
  {
    name: 'frees a claim at most one lease after a read if the clock was set back',
    needs: 'stepClock',
    run: async (bench) => {
      await claimed(bench.port, KEY, SHORT)
      bench.stepClock(-3_600)
      assert.equal((await bench.port.claim(KEY, SHORT)).state, 'BUSY', 'The lease is not over yet.')
      await bench.pass(1.5)
      await claimed(bench.port)
    },
  },
  {
    name: 'ignores a repeated confirm or release of a claim',
    run: async ({ port }) => {
      const released = await claimed(port, 'released')
      for (let time = 0; time < 2; time += 1) await port.release('released', released)
      await claimed(port, 'released')
      const claim = await claimed(port)
      for (let time = 0; time < 2; time += 1) await port.confirm(KEY, claim)
      assert.equal(await stateOf(port), 'SEEN')
    },
  },
  {
    name: 'holds an extended claim',
    run: async (bench) => {
      const { port } = bench
      const claim = await claimed(port, KEY, SHORT)
      await port.extend(KEY, claim, MINUTE)
      await bench.pass(1.5)
      assert.equal(await stateOf(port), 'BUSY')
      await port.confirm(KEY, claim)
      assert.equal(await stateOf(port), 'SEEN')
    },
  },
  {
    name: 'accepts the confirmation of an expired claim until another one is made',
    run: async (bench) => {
      const claim = await claimed(bench.port, KEY, SHORT)
      await bench.pass(1.5)
      await bench.port.confirm(KEY, claim)
      assert.equal(await stateOf(bench.port), 'SEEN')
    },
  },
  {
    name: 'ignores a lost claim after another one was made',
    run: async (bench) => {
      const { port } = bench
      const lost = await claimed(port, KEY, SHORT)
      await bench.pass(1.5)
      const taken = await claimed(port)
      await quietly(port.release(KEY, lost))
      assert.equal(await stateOf(port), 'BUSY', 'A lost claim must not release the update.')
      await quietly(port.extend(KEY, lost, SHORT))
      await quietly(port.confirm(KEY, lost))
      assert.equal(await stateOf(port), 'BUSY', 'A lost claim must not confirm the update.')
      await port.release(KEY, taken)
      await claimed(port)
    },
  },
  {
    name: 'remembers a confirmed update after a late release',
    run: async ({ port }) => {
      const claim = await claimed(port)
      await port.confirm(KEY, claim)
      await quietly(port.release(KEY, claim))
      await quietly(port.extend(KEY, claim, MINUTE))
      assert.equal(await stateOf(port), 'SEEN')
    },
  },
  {
    name: 'ignores calls for an unknown update',
    run: async ({ port }) => {
      await quietly(port.extend('extended', 'claim', MINUTE))
      await quietly(port.release('released', 'claim'))
      await quietly(port.confirm('confirmed', 'claim'))
      for (const key of ['extended', 'released', 'confirmed']) await claimed(port, key)
    },
  },
  {
    name: 'distinguishes updates by case and length',
    run: async ({ port }) => {
      for (const key of ['a', 'A', 'ab', 'a ', '%', '_']) await port.confirm(key, await claimed(port, key))
      assert.equal(await stateOf(port, 'B'), 'CLAIMED')
    },
  },
  {
    name: 'gives an update to one of many concurrent claims',
    run: async ({ port }) => {
      const results = await inParallel(50, () => port.claim(KEY, MINUTE))
      assert.equal(results.filter(({ state }) => state === 'CLAIMED').length, 1)
      assert.equal(results.filter(({ state }) => state === 'BUSY').length, 49)
    },
  },
  {
    name: 'keeps seen and claimed updates after a restart',
    needs: 'reopen',
    run: async (bench) => {
      await bench.port.confirm('seen', await claimed(bench.port, 'seen'))
      await claimed(bench.port, 'held')
      const again = await bench.reopened()
      assert.equal(await stateOf(again, 'seen'), 'SEEN')
      assert.equal(await stateOf(again, 'held'), 'BUSY')
    },
  },
  {
    // Holds R-0265.
    name: 'gives each update to one of many processes',
    needs: 'processes',
    run: (bench) =>
      bench.race(3, async (competitors) => {
        const keys = Array.from({ length: 50 }, (_nothing, at) => `update-${at}`)
        const handled = await Promise.all(competitors.map((each) => each.ask('seenUpdates.handle', keys)))
        assert.deepEqual(
          handled.flat().map(String).toSorted(),
          keys.toSorted(),
          'Each must be handled exactly once.',
        )
      }),
  },
  {
    name: 'frees the claim of a killed process after its lease',
    needs: 'processes',
    run: (bench) =>
      bench.race(2, async ([killed, next]) => {
        assert.equal(await killed?.ask('seenUpdates.claim', { key: KEY, leaseSeconds: 1 }), 'CLAIMED')
        killed?.signal('SIGKILL')
        assert.equal(await next?.ask('seenUpdates.claimWhenFree', { key: KEY, leaseSeconds: 1 }), 'CLAIMED')
      }),
  },
]

/**
 * Checks for an implementation of `SeenUpdates`.
 *
 * @example
 * for (const check of new SeenUpdatesChecks({ make: () => new MySeen() })) it.skipIf(check.skip)(check.name, check.run)
 */
export class SeenUpdatesChecks extends StoreChecks<SeenUpdates> {
  constructor(hooks: StoreHooks<SeenUpdates>) {
    super(CHECKS, hooks)
  }
}
