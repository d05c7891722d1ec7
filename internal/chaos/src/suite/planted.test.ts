import { NetworkError, NotFoundError, OutcomeUnknownError, SocialBaseError } from '@social/core'
import { makePostResult, makeUpdate, type Transport } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { facebookChaos } from '../networks/facebook.js'
import type { ChaosNetwork } from '../networks/network.js'
import { never } from '../time/gate.js'
import { FAILURES } from '../verdict/verdict.js'
import { LAG_SECONDS } from './__fixtures__/sample-emulator.js'
import {
  fetchUpdates,
  find,
  type Planted,
  prepare,
  sampleChaos,
  send,
} from './__fixtures__/sample-network.js'
import { record } from './record.js'
import { run } from './run.js'
import { runSuite } from './suite.js'

/** Runs one operation with 200 faults and returns the kinds of failures. */
async function found(planted: Planted, operation: 'post' | 'following' = 'post') {
  const isChosen = (name: string): boolean => name === `sample/${operation}`
  const { tallies } = await runSuite({ networks: [sampleChaos(planted)], faults: 200, seed: 1, isChosen })
  return FAILURES.filter((failure) => tallies.some(({ failures }) => failures[failure] > 0))
}

describe('the suite', () => {
  it.each(['post', 'following'] as const)('finds nothing in correct code: %s', async (operation) => {
    expect(await found({}, operation)).toEqual([])
  })
})

describe('the suite finds a faulty platform', () => {
  it('that does not mark its visible request', async () => {
    const publish = {
      publish: async (_post, call) => send(await prepare(call), call, { isMarked: false }),
    } satisfies NonNullable<Planted['platform']>

    expect(await found({ platform: publish })).toContain('DOUBLE')
  })

  it('that sends the visible request again after a lost response', async () => {
    const platform: NonNullable<Planted['platform']> = {
      publish: async (_post, call) => {
        const session = await prepare(call)
        return send(session, call, { isMarked: true }).catch((error: unknown) => {
          if (NetworkError.is(error)) return send(session, call, { isMarked: true })
          throw error
        })
      },
    }

    expect(await found({ platform })).toContain('DOUBLE')
  })

  it('that treats "not listed" as a proof that nothing was published', async () => {
    const platform: NonNullable<Planted['platform']> = {
      reconcile: async (_receipt, call) => {
        const result = await find(call)
        return result === null ? { state: 'NOT_PUBLISHED' } : { state: 'FOUND', result }
      },
    }

    expect(await found({ platform })).toContain('DOUBLE')
  })

  it('that reports an unknown outcome as not published', async () => {
    const platform: NonNullable<Planted['platform']> = {
      publish: async (_post, call) => {
        const session = await prepare(call)
        try {
          return await send(session, call, { isMarked: true })
        } catch (error) {
          if (NetworkError.is(error)) await call.notPublished('The connection broke.')
          throw error
        }
      },
    }

    expect(await found({ platform })).toContain('DOUBLE')
  })

  it('that returns an invented result when the network fails', async () => {
    const platform: NonNullable<Planted['platform']> = {
      publish: async (_post, call) => {
        const session = await prepare(call)
        return send(session, call, { isMarked: true }).catch(() => makePostResult({ id: 'out', url: null }))
      },
    }

    expect(await found({ platform })).toContain('MISREPORT')
  })

  it('that always resumes an expired session', async () => {
    const platform: NonNullable<Planted['platform']> = {
      publish: async (_post, call) => {
        const kept = call.receipt?.data['session']
        if (typeof kept === 'string') return send(kept, call, { isMarked: true })
        const session = await prepare(call)
        await call.checkpoint({ step: 'PREPARE', data: { session } })
        return send(session, call, { isMarked: true })
      },
    }

    expect(await found({ platform })).toContain('LOSS')
  })

  it('that announces a visible request and does not send it', async () => {
    let calls = 0
    const platform: NonNullable<Planted['platform']> = {
      publish: async (_post, call) => {
        const session = await prepare(call)
        calls += 1
        if (calls % 2 === 1) return send(session, call, { isMarked: true })
        return call.finish({ data: { session } }, () => Promise.reject(new TypeError('a slip')))
      },
    }

    expect(await found({ platform })).toContain('STUCK')
  })
})

/**
 * Planted defect: a post that is not listed after the network's delay wrongly counts as not
 * published.
 */
const provesByDelay: NonNullable<Planted['platform']> = {
  reconcile: async (receipt, call) => {
    const result = await find(call)
    if (result !== null) return { state: 'FOUND', result }
    const age = (call.clock.now().getTime() - receipt.createdAt.getTime()) / 1000
    return age > LAG_SECONDS ? { state: 'NOT_PUBLISHED' } : { state: 'UNKNOWN', retryAfter: LAG_SECONDS }
  },
}

/**
 * Suspends the machine once at every interaction of an operation. Returns the number of runs that
 * published twice.
 */
async function doublesWhenSuspended(planted: Planted): Promise<number> {
  const network = sampleChaos(planted)
  const [recording] = await record(network, (name) => name === 'sample/post')
  let doubles = 0
  for (const at of recording?.points.keys() ?? [])
    for (const fault of ['suspendBefore', 'suspendAfter']) {
      const plan = { network, operation: 'post', faults: [{ at, fault }], retryAt: 'NOW' } as const
      const { findings } = await run(plan, recording?.visible)
      doubles += findings.filter(({ failure }) => failure === 'DOUBLE').length
    }
  return doubles
}

const ignoringLease = (inner: Transport): Transport => ({
  close: () => inner.close(),
  send: ({ assertMayLeave: _ignored, ...request }) => inner.send(request),
})

describe('a suspended machine', () => {
  it('never publishes what another worker has published in the meantime', async () => {
    expect(await doublesWhenSuspended({ platform: provesByDelay })).toBe(0)
  })

  it('publishes it when the transport does not check the lease right before the first byte', async () => {
    expect(await doublesWhenSuspended({ platform: provesByDelay, transport: ignoringLease })).toBe(1)
  })
})

type ChangeStores = NonNullable<Planted['stores']>

const forgetReceipts: ChangeStores = (stores) => {
  stores.journal.save = async () => {}
  return stores
}

/** Planted defect: the journal gives every caller a new entry. */
const openAsNew: ChangeStores = (stores) => {
  const open = stores.journal.open.bind(stores.journal)
  stores.journal.open = async (...given) => {
    const entry = await open(...given)
    return entry.state === 'CONTINUE' ? { ...entry, state: 'NEW', receipt: null } : entry
  }
  return stores
}

describe('the suite finds a faulty journal', () => {
  it.each([
    ['forgets receipts', forgetReceipts],
    ['returns an existing entry as new', openAsNew],
  ])('that %s', async (_what, stores) => {
    expect(await found({ stores })).toContain('DOUBLE')
  })
})

const markersAhead: ChangeStores = (given) => ({
  ...given,
  markers: {
    load: async () => JSON.stringify({ v: 1, at: '2030-01-01T00:00:00.000Z', from: null, seen: [] }),
    save: async () => {},
  },
})

/** Planted defect: the store marks every claimed update as handled. */
const markSeenTooSoon: ChangeStores = (given) => {
  const { seenUpdates } = given
  return {
    ...given,
    seenUpdates: {
      ...given.seenUpdates,
      claim: async (key, options) => {
        const result = await seenUpdates.claim(key, options)
        if (result.state === 'CLAIMED') await seenUpdates.confirm(key, result.claim)
        return result
      },
      extend: async () => {},
      confirm: async () => {},
      release: async () => {},
    },
  }
}

describe('the suite finds faulty polling', () => {
  it('whose markers are ahead of the handled updates', async () => {
    expect(await found({ stores: markersAhead }, 'following')).toContain('LOSS')
  })

  it('whose store marks an update as seen before it was handled', async () => {
    expect(await found({ stores: markSeenTooSoon }, 'following')).toContain('LOSS')
  })

  it('whose updates have another id in every poll', async () => {
    let polls = 0
    const platform: NonNullable<Planted['platform']> = {
      fetchUpdates: async (since, call) => {
        polls += 1
        const updates = await fetchUpdates(since, call)
        return updates.map((update) => makeUpdate({ ...update, id: `${update.id}-${polls}` }))
      },
    }

    await expect(found({ platform }, 'following')).rejects.toThrow('ids for')
  })
})

it('finds a store that marks a pushed update as seen before it was handled', async () => {
  const wrong: ChaosNetwork = {
    ...facebookChaos,
    open: (clock) => ({ ...facebookChaos.open(clock), changeStores: markSeenTooSoon }),
  }
  const { tallies } = await runSuite({
    networks: [wrong],
    faults: 200,
    seed: 1,
    isChosen: (name) => name === 'facebook/pushing',
  })
  expect(tallies[0]?.failures.LOSS).toBeGreaterThan(0)
})

describe('the suite finds a faulty caller', () => {
  it('whose call never ends after a failure', async () => {
    expect(
      await found({
        operation: {
          run: async (account, options) =>
            account.post({ text: 'Good morning' }, options).then(
              ({ id }) => id,
              () => never(),
            ),
        },
      }),
    ).toContain('HANG')
  })

  it('that hides an unknown outcome', async () => {
    const operation: NonNullable<Planted['operation']> = {
      run: async (account, options) => {
        try {
          return (await account.post({ text: 'Good morning' }, options)).id
        } catch (error) {
          if (SocialBaseError.is(error) && OutcomeUnknownError.is(error))
            throw new NotFoundError('The post was deleted.')
          throw error
        }
      },
    }

    expect(await found({ operation })).toContain('MISREPORT')
  })
})
