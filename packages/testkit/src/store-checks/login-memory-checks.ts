import { strict as assert } from 'node:assert'

import type { LoginMemory, LoginNotes } from '@social/core/store'

import { inParallel, mustBeNull, type StoreCheckDefinition, StoreChecks, type StoreHooks } from './check.js'

const TEN_MINUTES = { lifetimeSeconds: 600 }

function someNotes(init: Partial<LoginNotes> = {}): LoginNotes {
  return {
    platform: 'mastodon',
    host: 'social.example',
    scopes: ['read', 'write'],
    redirectUri: 'https://app.example/callback?x=1',
    remember: { verifier: 'pkce-secret', nested: { nonce: null, list: [1, 'é🙂'] } },
    applicationState: 'user 7',
    resumeToken: null,
    expectConnectionId: null,
    browser: 'proof',
    ...init,
  }
}

const CHECKS: readonly StoreCheckDefinition<LoginMemory>[] = [
  {
    name: 'returns null for an unknown state',
    run: async ({ port }) => {
      mustBeNull(await port.lookUp('unknown'), 'lookUp')
      if (port.take) mustBeNull(await port.take('unknown'), 'take')
    },
  },
  {
    name: 'returns complete notes for every query',
    run: async ({ port }) => {
      await port.keep('state', someNotes(), TEN_MINUTES)
      assert.deepEqual(await port.lookUp('state'), someNotes())
      assert.deepEqual(await port.lookUp('state'), someNotes())
    },
  },
  {
    name: 'deletes notes, and does nothing without any',
    run: async ({ port }) => {
      await port.keep('state', someNotes(), TEN_MINUTES)
      await port.forget('state')
      await port.forget('state')
      mustBeNull(await port.lookUp('state'), 'lookUp')
    },
  },
  {
    name: 'replaces notes that are kept again with the same state',
    run: async ({ port }) => {
      await port.keep('state', someNotes(), TEN_MINUTES)
      await port.keep('state', someNotes({ resumeToken: 'pick-one' }), TEN_MINUTES)
      assert.deepEqual(await port.lookUp('state'), someNotes({ resumeToken: 'pick-one' }))
    },
  },
  {
    name: 'distinguishes states by case and length',
    run: async ({ port }) => {
      const states = ['abc', 'ABC', 'abcd', 'abc ', '%', '_']
      for (const state of states) await port.keep(state, someNotes({ applicationState: state }), TEN_MINUTES)
      for (const state of states) assert.equal((await port.lookUp(state))?.applicationState, state)
      await port.forget('_')
      assert.ok(await port.lookUp('%'), 'Only the named notes may be forgotten.')
    },
  },
  {
    name: 'deletes notes after their lifetime',
    run: async (bench) => {
      const { port } = bench
      await port.keep('short', someNotes(), { lifetimeSeconds: 1 })
      await port.keep('taken', someNotes(), { lifetimeSeconds: 1 })
      await port.keep('long', someNotes(), TEN_MINUTES)
      await bench.pass(1.5)
      mustBeNull(await port.lookUp('short'), 'lookUp')
      if (port.take) assert.equal(await port.take('taken'), null, 'Notes past their time must not be taken.')
      assert.ok(await port.lookUp('long'), 'Notes that have time left must stay.')
    },
  },
  {
    name: 'with take, returns notes once',
    run: async ({ port }) => {
      if (!port.take) return
      await port.keep('state', someNotes(), TEN_MINUTES)
      assert.deepEqual(await port.take('state'), someNotes())
      mustBeNull(await port.take('state'), 'take')
      mustBeNull(await port.lookUp('state'), 'lookUp')
    },
  },
  {
    name: 'with take, returns notes to one of many concurrent calls',
    run: async ({ port }) => {
      if (!port.take) return
      await port.keep('state', someNotes(), TEN_MINUTES)
      const taken = await inParallel(30, async () => port.take?.('state'))
      assert.equal(taken.filter(Boolean).length, 1, 'Exactly one may get the notes.')
    },
  },
  {
    name: 'keeps notes after a restart',
    needs: 'reopen',
    run: async (bench) => {
      await bench.port.keep('state', someNotes(), TEN_MINUTES)
      const again = await bench.reopened()
      assert.deepEqual(await again.lookUp('state'), someNotes())
    },
  },
  {
    name: 'with take, returns notes to one of many processes',
    needs: 'processes',
    run: async (bench) => {
      if (!bench.port.take) return
      await bench.race(3, async (competitors) => {
        const states = Array.from({ length: 20 }, (_nothing, at) => `state-${at}`)
        await competitors[0]?.ask('loginMemory.keep', states)
        const taken = await Promise.all(competitors.map((each) => each.ask('loginMemory.take', states)))
        assert.deepEqual(
          taken.flat().map(String).toSorted(),
          states.toSorted(),
          'Each must be taken exactly once.',
        )
        await competitors[0]?.ask('loginMemory.keep', ['shared'])
        const other = await competitors[1]?.ask('loginMemory.take', ['shared'])
        assert.deepEqual(other, ['shared'], 'Notes of one process must be visible in another.')
      })
    },
  },
]

/**
 * Checks for an implementation of `LoginMemory`.
 *
 * @example
 * for (const check of new LoginMemoryChecks({ make: () => new MyMemory() })) it.skipIf(check.skip)(check.name, check.run)
 */
export class LoginMemoryChecks extends StoreChecks<LoginMemory> {
  constructor(hooks: StoreHooks<LoginMemory>) {
    super(CHECKS, hooks)
  }
}
